"""A stand-in for systemd with the units in `.github/hosting`: it opens the socket, starts the
command with it, and starts the command again when it ends.

It needs the port in `PORT`, and gets the command as its arguments.
"""

import os
import socket
import subprocess
import sys

FIRST = 3  # where systemd hands the sockets over


def main() -> None:
    """Go on until killed."""
    with socket.create_server(("127.0.0.1", int(os.environ["PORT"])), backlog=4096) as listening:
        os.dup2(listening.fileno(), FIRST)
        hand_over = 'export LISTEN_FDS=1 LISTEN_PID=$$; exec "$@"'
        while True:
            subprocess.run(  # noqa: S603
                ["/bin/sh", "-c", hand_over, "sh", *sys.argv[1:]], pass_fds=[FIRST], check=False
            )


if __name__ == "__main__":
    main()
