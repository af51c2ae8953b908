"""Builds the package as setuptools does, but in a copy: setuptools leaves folders in the tree that it builds in."""
import os
import shutil
import tempfile

from setuptools import build_meta

if os.path.isfile(__cached__ or ""):  # the compiled form of this module, left by Python
    os.unlink(__cached__)
    if not os.listdir(os.path.dirname(__cached__)):
        os.rmdir(os.path.dirname(__cached__))


def in_copy(hook):
    def build(*arguments, **more):
        place = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copytree(place, os.path.join(folder, "source"), ignore=shutil.ignore_patterns("__pycache__"))
            os.chdir(copy)
            try:
                return hook(*arguments, **more)
            finally:
                os.chdir(place)
    return build


build_wheel = in_copy(build_meta.build_wheel)
build_sdist = in_copy(build_meta.build_sdist)
get_requires_for_build_wheel = in_copy(build_meta.get_requires_for_build_wheel)
get_requires_for_build_sdist = in_copy(build_meta.get_requires_for_build_sdist)
prepare_metadata_for_build_wheel = in_copy(build_meta.prepare_metadata_for_build_wheel)
