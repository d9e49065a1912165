"""`rummikub serve`: the page for the phone at the table."""

from __future__ import annotations

from pathlib import Path

import click

from solver.commands.options import WholeNumber, refuse
from solver.commands.output import INTERRUPTED


@click.command()
@click.option(
    "--port", type=WholeNumber(0, 65535), metavar="N", default=8765, show_default=True, help="The port; 0 for any."
)
@click.option("--lan", is_flag=True, help="For phones in the local network, too: prints an address and a QR code.")
@click.option(
    "--games",
    metavar="FOLDER",
    help="Where games are kept, each as a record; your folder for data of programs if not said.",
)
@click.pass_context
def serve(ctx: click.Context, port: int, lan: bool, games: str | None) -> None:
    """The page for the phone at the table: enter a position by taps, and see the best move at once.

    It is served on this machine alone, at an address that is printed; it needs the extra 'web'. With --lan other
    devices of the local network can use it: each opens the address that is printed last, whose token lets one in.
    Games that go on are kept turn by turn, as records that 'replay' and 'review' read.

    \b
    Examples:
      rummikub serve
      rummikub serve --lan
      rummikub serve --port 9000 --games friday
    """
    try:
        import segno  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        from solver.errors import how_to_install

        libraries = how_to_install("starlette", "uvicorn", "segno", "platformdirs")
        refuse(f"the page needs {error.name}: {libraries}")
    from solver.serve.run import default_folder
    from solver.serve.run import serve as run

    try:
        run(Path(games) if games else default_folder(), port, lan=lan, tell=click.echo)
    except KeyboardInterrupt:
        ctx.exit(INTERRUPTED)
