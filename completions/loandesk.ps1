# Completion of loandesk for PowerShell. Load it with:  loandesk completion powershell | Out-String | Invoke-Expression
# What is typed is handed on as it stands and never evaluated.
Register-ArgumentCompleter -Native -CommandName loandesk -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $typed = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
    # Names in any letters go over whole; Windows PowerShell would make question marks of them.
    $OutputEncoding = [System.Text.UTF8Encoding]::new($false)
    # An empty last word would be dropped by older PowerShells; the line end says it all the same.
    $lines = @(@($typed + @("$wordToComplete")) -join "`n" | & loandesk __complete --lines 2>$null)
    foreach ($line in $lines) {
        $value, $says = $line -split "`t", 2
        if ($value -eq ':files') { return }
        if (-not $says) { $says = $value }
        $word = $value
        if ($value -match '[^\w./:=@%+-]') { $word = "'" + $value.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($word, $value, 'ParameterValue', $says)
    }
}
