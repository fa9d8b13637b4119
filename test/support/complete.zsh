# Usage: zsh -f complete.zsh SCRIPT LINE. Prints what an interactive zsh offers at the end of LINE, one on a line.
zmodload zsh/zpty
setup='
PROMPT= RPROMPT=
autoload -Uz compinit && compinit -u
source '${(q)1}'
# Prints every match that is added, where it is not only collected.
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a matches
  builtin compadd -A matches "$@"
  print -rl -- ${matches/#/match }
}
offer() { print BEGIN; zle complete-word; print END; exit }
zle -N offer
bindkey "^I" offer
print READY
'
zpty z zsh -f -i
zpty -w z ${setup//$'\n'/$'\n'}
while zpty -r z line; do [[ $line == READY* ]] && break; done
zpty -n -w z "$2"$'\t'
while zpty -r z line; do
  line=${line//$'\r'/}
  [[ $line == match\ * ]] && print -rn -- "${line#match }"
  [[ $line == END* ]] && break
done
zpty -d z
