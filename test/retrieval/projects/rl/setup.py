from setuptools import find_packages, setup

setup(name='pixelq', packages=find_packages('src'), package_dir={'': 'src'}, install_requires=['torch', 'gym'])
