const BASH = `# completion of imagewell for bash; load it with: source <(imagewell completion bash)
_imagewell_ask() {
  local current="\${COMP_WORDS[COMP_CWORD]}" value description
  COMPREPLY=()
  while IFS=$'\\t' read -r value description; do
    case "$value" in
      :files)
        compopt -o filenames 2>/dev/null
        [[ "$current" == '=' ]] && current=''
        while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
        ;;
      *) COMPREPLY+=("$(printf '%q' "$value")") ;;
    esac
  done < <("$@" 2>/dev/null)
}
_imagewell() {
  _imagewell_ask "\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}"
}
_imagewell_npx() {
  if [[ "\${COMP_WORDS[1]}" == imagewell && COMP_CWORD -gt 1 ]]; then
    _imagewell_ask npx --no -- imagewell complete -- "\${COMP_WORDS[@]:2:COMP_CWORD-1}"
  fi
}
complete -F _imagewell imagewell
complete -p npx >/dev/null 2>&1 || complete -o default -F _imagewell_npx npx
`;

const ZSH = `#compdef imagewell
# completion of imagewell for zsh; load it with: source <(imagewell completion zsh)
_imagewell() {
  local -a asked values
  local line value files=0
  if [[ "\${words[1]:t}" == npx ]]; then
    [[ "\${words[2]}" == imagewell ]] && (( CURRENT > 2 )) || { _files; return }
    asked=(npx --no -- imagewell complete -- "\${(@)words[3,CURRENT]}")
  else
    asked=("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}")
  fi
  for line in "\${(@f)$("\${asked[@]}" 2>/dev/null)}"; do
    value="\${line%%$'\\t'*}"
    case "$value" in
      '') ;;
      :files) files=1 ;;
      *) values+=("\${value//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( \${#values} )) && _describe -V imagewell values
  (( files )) && _files
  return 0
}
(( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }
compdef _imagewell imagewell
(( \${+_comps[npx]} )) || compdef _imagewell npx
`;

const FISH = `# completion of imagewell for fish; load it with: imagewell completion fish | source
function __imagewell_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l asked $words[1]
    set -e words[1]
    if test (basename $asked) = npx
        set asked npx --no -- imagewell
        set -e words[1]
    end
    for line in ($asked complete -- $words "$current" 2>/dev/null)
        if test "$line" = ':files'
            complete -C "'' $current"
        else
            echo $line
        end
    end
end
complete -c imagewell -f -a '(__imagewell_complete)'
complete -c npx -n 'test (count (commandline -opc)) -gt 1; and test (commandline -opc)[2] = imagewell' -f -a '(__imagewell_complete)'
`;

const POWERSHELL = `# completion of imagewell for PowerShell; load it with:
# imagewell completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName imagewell -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  # an empty argument is lost on the way to a program
  $next = if ($wordToComplete -eq '') { @('--next') } else { @() }
  & imagewell complete @next -- @words 2>$null | ForEach-Object {
    $value, $description = $_ -split "\`t", 2
    if ($value -eq ':files') {
      [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
    } else {
      $shown = if ($description) { $description } else { $value }
      [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $shown)
    }
  }
}
`;

/** The script of each shell, which asks the hidden command `complete` of the command line. */
export const SHELL_SCRIPTS = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
} as const satisfies Readonly<Record<string, string>>;
