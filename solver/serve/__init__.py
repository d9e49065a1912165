"""The page for the phone at the table: a small server, its JSON interface, and the page as plain files."""
