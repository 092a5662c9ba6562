-- Edits a message with Neovim's own language client and prints what it saw, as JSON, to the file $RESULT.
-- usage: nvim --headless -u NONE -i NONE -n -c "luafile neovim.lua"
local seen = {}
local buffer = 0
local waited = tonumber(vim.env.DEADLINE_MS)

local function wait(what, holds)
  if not vim.wait(waited, holds, 5) then error('waited in vain for ' .. what) end
end

local function rules()
  local ids = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do table.insert(ids, one.code or one.user_data.lsp.code) end
  table.sort(ids)
  return ids
end

local function request(method, params)
  local answers, problem = vim.lsp.buf_request_sync(buffer, method, params, waited)
  if problem then error(method .. ': ' .. problem) end
  for _, answer in pairs(answers) do
    if answer.error then error(method .. ': ' .. vim.inspect(answer.error)) end
    return answer.result
  end
end

local function main()
  vim.cmd('edit ' .. vim.env.MESSAGE)
  buffer = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({
    name = 'friendtalk',
    cmd = { vim.env.NODE, vim.env.FRIENDTALK, 'lsp', '--stdio' },
    root_dir = vim.env.ROOT,
  })
  vim.lsp.buf_attach_client(buffer, id)
  wait('diagnostics', function() return #vim.diagnostic.get(buffer) > 0 end)
  seen.diagnostics = rules()

  -- The quick fix that declares the variable, made by the editor.
  local range = { start = { line = 0, character = 0 }, ['end'] = { line = 20, character = 0 } }
  local document = { uri = vim.uri_from_bufnr(buffer) }
  local actions = request('textDocument/codeAction', { textDocument = document, range = range, context = { diagnostics = {} } })
  seen.actions = vim.tbl_map(function(action) return action.title end, actions)
  for _, action in ipairs(actions) do
    if action.title:find('^Declare') then vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16') end
  end
  wait('the fix', function() return not vim.tbl_contains(rules(), 'variable-undeclared') end)
  seen.fixed = rules()

  -- Completion behind "#{" on a new last line.
  vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { '#{' })
  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(buffer), 2 })
  local position = { line = vim.api.nvim_buf_line_count(buffer) - 1, character = 2 }
  local items = request('textDocument/completion', { textDocument = document, position = position })
  seen.completions = vim.tbl_map(function(item) return item.label end, items)
  vim.lsp.util.apply_text_edits({ items[1].textEdit }, buffer, 'utf-16')

  -- Rename through the editor's command, on that use.
  vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(buffer), 3 })
  vim.lsp.buf.rename('손님')
  wait('the rename', function()
    return not table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'):find('#{이름', 1, true)
  end)
  wait('a good message', function() return #vim.diagnostic.get(buffer) == 0 end)
  seen.text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

local isGood, problem = pcall(main)
if not isGood then seen.problem = tostring(problem) end
vim.fn.writefile({ vim.json and vim.json.encode(seen) or vim.fn.json_encode(seen) }, vim.env.RESULT)
vim.cmd('qa!')
