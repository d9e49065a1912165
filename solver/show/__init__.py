"""What is seen: text for terminals, pictures. Nothing here decides anything."""
