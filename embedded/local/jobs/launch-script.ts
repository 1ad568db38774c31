/**
 * Starts one attempt of a Job, as `sh -c SCRIPT <folder> <command…>`. It claims the attempt by linking a whole file that
 * says who it is, so of a starter and somebody who gives the attempt up only one wins; it passes SIGTERM on as a
 * container runtime does, to the first process only; and it leaves the exit code behind, for whoever is there to read it.
 */
export const LAUNCH_SCRIPT = `
folder=$0
{ echo $$; cat /proc/sys/kernel/random/boot_id /proc/$$/stat 2>/dev/null || ps -o lstart= -p $$; } > "$folder/claim.$$"
ln "$folder/claim.$$" "$folder/claim" 2>/dev/null || exit 97
"$@" &
child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM
wait "$child"
code=$?
while kill -0 "$child" 2>/dev/null; do
  wait "$child"
  code=$?
done
echo "$code" > "$folder/exit.draft"
mv "$folder/exit.draft" "$folder/exit"
`
