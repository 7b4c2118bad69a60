"""`raise-loopback.py PROGRAM ARGUMENTS`: in a network namespace that has nothing yet, raises the loopback interface, then becomes the program."""

import fcntl
import os
import socket
import struct
import sys

SIOCSIFFLAGS = 0x8914
IFF_UP_AND_RUNNING = 0x41

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", IFF_UP_AND_RUNNING))
os.execvp(sys.argv[1], sys.argv[1:])
