#!/usr/bin/env python3
"""A slow switch between the hosts of slurm/namespaces: every frame is handed on MICROSECONDS after it came.

    switch.py MICROSECONDS PORT...     in the network namespace of the ports
    switch.py --whole DEVICE           the device shall send frames as they are on a wire, with their checksums

It stands in for a kernel that has no netem. What a frame takes in here comes on top of that: some 50 us on a machine that has nothing
else to do.
"""
import array
import collections
import fcntl
import select
import socket
import struct
import sys
import time

ALL_FRAMES, OUTGOING, SIOCETHTOOL = 3, 4, 0x8946
OFFLOADS = 0x1f, 0x24, 0x17  # segmentation of TCP, segmentation of any kind, checksums: ETHTOOL_STSO, _SGSO, _STXCSUM
LARGEST = 70000  # bytes of a frame
SPIN = 0.0002  # seconds that are not worth sleeping


def send_whole(device):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for offload in OFFLOADS:
            off = array.array("B", struct.pack("II", offload, 0))
            fcntl.ioctl(control, SIOCETHTOOL, struct.pack("16sP", device.encode(), off.buffer_info()[0]))


def run(delay, names):
    ports = []
    for name in names:
        port = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_FRAMES))
        port.bind((name, 0))
        port.setblocking(False)
        ports.append(port)
    waiting = collections.deque()  # when it is due, where it came from, the frame
    while True:
        while waiting and waiting[0][0] <= time.monotonic():
            _, origin, frame = waiting.popleft()
            for port in ports:
                if port is not origin:
                    send(port, frame)
        left = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        for port in select.select(ports, [], [], 0 if left is not None and left < SPIN else left)[0]:
            take(port, time.monotonic() + delay, waiting)


def send(port, frame):
    try:
        port.send(frame)
    except OSError:  # lost, as on a network; TCP sends it again
        pass


def take(port, due, waiting):
    while True:
        try:
            frame, address = port.recvfrom(LARGEST)
        except BlockingIOError:
            return
        if address[2] != OUTGOING:  # which we sent ourselves
            waiting.append((due, port, frame))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if sys.argv[1] == "--whole":
        send_whole(sys.argv[2])
    else:
        run(float(sys.argv[1]) / 1e6, sys.argv[2:])
