import sys

from barn.desk import main

sys.exit(main(sys.argv[1:]))
