/**
 * Starts one attempt of a Job, as `sh -c SCRIPT <folder> <command…>`. It claims the attempt by linking a whole file that
 * says who it is, so of a starter and somebody who gives the attempt up only one wins; it passes SIGTERM on as a
 * container runtime does, to the first process only; it ends whatever the mover left running when it was killed, which
 * would go on writing beside the next attempt; and it leaves the exit code behind, for whoever is there to read it.
 */
export const LAUNCH_SCRIPT = `
folder=$0
{ echo $$ && { cat /proc/sys/kernel/random/boot_id /proc/$$/stat 2>/dev/null || ps -o lstart= -p $$; }; } > "$folder/claim.$$" || exit 97
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
leftovers() {
  [ -d /proc/self ] || { pgrep -g "$$" | grep -vx "$$"; return; }
  for stat in /proc/[0-9]*/stat; do
    read -r line < "$stat" || continue
    set -- $stat \${line##*) }
    pid=\${1#/proc/}
    if [ "$4" = "$$" ] && [ "$2" != Z ] && [ "\${pid%/stat}" != "$$" ]; then echo "\${pid%/stat}"; fi
  done
}
left=$(leftovers 2>/dev/null)
[ -z "$left" ] || kill -KILL $left 2>/dev/null
echo "$code" > "$folder/exit.draft" || exit 97
mv "$folder/exit.draft" "$folder/exit"
`
