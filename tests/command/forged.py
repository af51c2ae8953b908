"""One of our files with other rows in some datasets, and its sums right: what only its content can give away."""
import shutil

import h5py
import numpy as np

import book_h5py
import harness


def replace(file, name, values):
    """Other rows for a dataset, which stays as it is stored otherwise."""
    had = file[name]
    kind, attributes = had.id.get_type(), [h5py.h5a.open(had.id, text.encode()) for text in had.attrs]
    texts = [np.empty((), old.dtype) for old in attributes]
    for old, text in zip(attributes, texts):
        old.read(text, old.get_type())
    values = np.asarray(values, had.dtype.base)
    shape = (len(values), *had.id.shape[1:had.id.rank])
    del file[name]
    stored = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    if len(values) > 0:
        stored.set_chunk(shape)
        stored.set_shuffle()
        stored.set_deflate(6)
        stored.set_fletcher32()
    made = h5py.h5d.create(file.id, name.encode(), kind, h5py.h5s.create_simple(shape), dcpl=stored)
    if len(values) > 0:
        made.write(h5py.h5s.ALL, h5py.h5s.ALL, values, kind)
    for old, text in zip(attributes, texts):
        h5py.h5a.create(made, old.name, old.get_type(), h5py.h5s.create(h5py.h5s.SCALAR)).write(text, old.get_type())


def forge(path, target, rows):
    """A copy of a file; rows: those of each dataset that is to be replaced."""
    shutil.copy(path, target)
    with h5py.File(target, "r+") as file:
        for name, values in rows.items():
            replace(file, name, values)
        checksum = book_h5py.Checksum()
        checksum.attributes(file)
        file.visititems(lambda _, thing: checksum.visit(thing))
        found = h5py.h5a.open(file.id, b"checksum")
        found.write(np.array(f"{checksum.sum:016x}".encode(), "S17"), found.get_type())
    harness.seal(target)
