"""``python -m ressac_lab`` is the same as ``ressac-lab``."""

from ressac_lab.cli.app import main

main()
