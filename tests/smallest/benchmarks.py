"""What `tsume bench` runs in tests: one measurement, which nobody has to wait for."""

import json
import sys

if not sys.argv[1:]:
    print(json.dumps(["pick", 2.5, "s", 3.0, "aim"]))
