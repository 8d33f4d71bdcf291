-- A session of Neovim (0.7 or later) with `predicate lsp`, by the client that Neovim brings. Ends with status 1 if an expectation fails.

local failures = 0

local function expect(name, found, wanted)
  if not vim.deep_equal(found, wanted) then
    failures = failures + 1
    io.stdout:write('FAILED ' .. name .. '\n  found  ' .. vim.inspect(found) .. '\n  wanted ' .. vim.inspect(wanted) .. '\n')
  end
end

local function session()
  local lines = {
    'conditional_items:',
    '- condition: "hostname == \'\\u00e9 😀é\' AND os_vers CONTAIN \\"14\\""',
    '- condition: machine_type=="laptop"',
    '- condition: board-id == "x"  # 😀',
  }
  vim.fn.writefile(lines, 'manifest.yaml')
  vim.cmd('edit manifest.yaml')
  local id = vim.lsp.start_client({ name = 'predicate', cmd = { os.getenv('PREDICATE'), 'lsp' }, root_dir = vim.fn.getcwd() })
  vim.lsp.buf_attach_client(0, id)
  local client = vim.lsp.get_client_by_id(id)

  local function diagnostics()
    local found = {}
    for _, d in ipairs(vim.diagnostic.get(0)) do
      table.insert(found, { d.lnum, d.col, d.end_col, d.severity, d.code })
    end
    table.sort(found, function(a, b) return a[1] < b[1] end)
    return found
  end
  local function wait(name, wanted)
    vim.wait(20000, function() return vim.deep_equal(diagnostics(), wanted) end, 10)
    expect(name, diagnostics(), wanted)
  end
  local function ask(method, params)
    local response = client.request_sync(method, params, 20000, 0)
    if not response then return 'no answer' end
    return response.result or response.err
  end
  local function at(line, column)
    vim.api.nvim_win_set_cursor(0, { line, column })
    return vim.lsp.util.make_position_params(0, client.offset_encoding)
  end

  -- Neovim sends changes a moment later, and does not send them before a request.
  local function settle() vim.wait(400, function() return false end) end

  -- Columns of Neovim are bytes; the server counts in UTF-16.
  local start = lines[2]:find('CONTAIN', 1, true) - 1
  wait('pushed diagnostics', { { 1, start, start + 7, 1, 'unknown-operator' }, { 3, 13, 21, 2, 'unknown-field' } })

  local hover = ask('textDocument/hover', at(3, 15))
  expect('hover', vim.startswith(hover.contents.value, '`machine_type`: a string'), true)
  local word = ask('textDocument/hover', at(3, 26))
  expect('hover of an operator', vim.startswith(word.contents.value, '`==`: '), true)

  vim.api.nvim_buf_set_lines(0, 4, 4, false, { '- condition: machine_t' })
  settle()
  local cursor = at(5, 21)
  -- The cursor of insert mode is behind the word.
  cursor.position.character = 22
  local answer = ask('textDocument/completion', cursor)
  local labels = vim.tbl_map(function(item) return item.label end, answer.items or {})
  expect('completion', labels, { 'machine_type' })
  local edit = answer.items[1].textEdit
  vim.lsp.util.apply_text_edits({ edit }, 0, client.offset_encoding)
  expect('chosen candidate', vim.api.nvim_buf_get_lines(0, 4, 5, false), { '- condition: machine_type' })
  vim.api.nvim_buf_set_lines(0, 4, 5, false, {})
  settle()

  -- A code action, applied to the buffer.
  vim.api.nvim_win_set_cursor(0, { 2, start })
  local params = vim.lsp.util.make_range_params(0, client.offset_encoding)
  params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0, 1) }
  local actions = ask('textDocument/codeAction', params)
  expect('code action', actions[1] and actions[1].title, 'Replace `CONTAIN` by `CONTAINS`')
  vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
  lines[2] = lines[2]:gsub('CONTAIN', 'CONTAINS')
  expect('applied action', vim.api.nvim_buf_get_lines(0, 1, 2, false), { lines[2] })
  wait('diagnostics after the action', { { 3, 13, 21, 2, 'unknown-field' } })

  local edits = ask('textDocument/formatting', vim.lsp.util.make_formatting_params())
  vim.lsp.util.apply_text_edits(edits, 0, client.offset_encoding)
  lines[3] = '- condition: machine_type == "laptop"'
  expect('formatted text', vim.api.nvim_buf_get_lines(0, 0, -1, false), lines)

  -- Typing, and a file in the middle of an edit.
  vim.api.nvim_buf_set_text(0, 3, 13, 3, 21, { 'board_id' })
  wait('diagnostics after typing', {})
  vim.api.nvim_buf_set_text(0, 3, 13, 3, 21, { 'board-id' })
  wait('diagnostics after typing it again', { { 3, 13, 21, 2, 'unknown-field' } })
  vim.api.nvim_buf_set_lines(0, 2, 3, false, { '- condition: "machine_type' })
  local function codes() return vim.tbl_map(function(d) return d[5] end, diagnostics()) end
  vim.wait(20000, function() return vim.tbl_contains(codes(), 'unreadable-file') end, 10)
  expect('unreadable file', vim.tbl_contains(codes(), 'unreadable-file'), true)

  vim.lsp.stop_client(id)
  vim.wait(20000, function() return client.is_stopped() end, 10)
  expect('the server has ended', client.is_stopped(), true)
end

local ok, problem = pcall(session)
if not ok then
  failures = failures + 1
  io.stdout:write('FAILED ' .. tostring(problem) .. '\n')
end
if failures > 0 then vim.cmd('cquit! 1') end
io.stdout:write('diagnostics, hover, completion, actions, formatting: as expected\n')
vim.cmd('qall!')
