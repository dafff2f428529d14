"""The program `rfsim`, also as `python -m rfsim`."""

from rfsim.cli.main import main

if __name__ == "__main__":
    main()
