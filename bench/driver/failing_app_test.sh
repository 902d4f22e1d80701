#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A program that fails is named with its runtime, those after it are run, and the exit status is 1.
#
# usage: failing_app_test.sh LIMPID-BENCH
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/programs"
printf '#!/bin/sh\necho bad sum >&2\nexit 3\n' > "$folder/programs/a-failing-one"
printf '#!/bin/sh\n' > "$folder/programs/a-good-one"
chmod +x "$folder/programs/a-failing-one" "$folder/programs/a-good-one"
status=0
"$1" apps --programs "$folder/programs" --select '^a-.*-one$' --rounds 1 -t 1 --no-download \
  > "$folder/printed" || status=$?
cat "$folder/printed"
[ "$status" -eq 1 ]
grep -q 'a-failing-one failed on limpid: ended with status 3: bad sum' "$folder/printed"
grep -q '^a-good-one .* limpid' "$folder/printed"
