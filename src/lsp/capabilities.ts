import { type ServerCapabilities, TextDocumentSyncKind } from 'vscode-languageserver/node'

export const capabilities: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
  completionProvider: { triggerCharacters: ['{', '#', '/', '(', '`', ':', ' ', '-'] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll.friendtalk'] },
  documentSymbolProvider: true,
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  experimental: { preview: true },
}

/** What there is besides for a client that asks for diagnostics itself. */
export const pulled: ServerCapabilities = {
  diagnosticProvider: { identifier: 'friendtalk', interFileDependencies: true, workspaceDiagnostics: false },
}
