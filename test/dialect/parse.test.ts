import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Span } from '../../src/diagnostic.ts'
import { type Document, type Line, type Part, type Piece, spanOf } from '../../src/dialect/document.ts'
import { parse } from '../../src/dialect/parse.ts'
import { outlineOf } from './outline.ts'

type Row = readonly [source: string, lines: readonly string[]]

/**
 * Sources and what they are taken apart into. A line is its type and span, then its pieces with their spans, in
 * brackets those of a part after the part's own span: `[2-5 "a" 3-4]`. Offsets are UTF-16 units.
 */
const forms: Readonly<Record<string, readonly Row[]>> = {
  'a heading': [
    ['# 제목', ['heading 0-4 depth 1 "제목" 2-4']],
    ['## 제목', ['heading 0-5 depth 2 "제목" 3-5']],
    ['#', ['heading 0-1 depth 1']],
    ['##', ['heading 0-2 depth 2']],
    ['# ', ['heading 0-2 depth 1']],
    ['#\t제목', ['heading 0-4 depth 1 "제목" 2-4']],
    ['## 제목  ', ['heading 0-7 depth 2 "제목  " 3-7']],
    ['# 제목 #', ['heading 0-6 depth 1 "제목 #" 2-6']],
    ['# 제목 ##', ['heading 0-7 depth 1 "제목 ##" 2-7']],
    ['### 제목', ['textLine 0-6 "### 제목" 0-6']],
    ['#해시태그', ['textLine 0-5 "#해시태그" 0-5']],
    ['##제목', ['textLine 0-4 "##제목" 0-4']],
    ['\\# 제목', ['textLine 0-5 "#" 0-2 " 제목" 2-5']],
    ['# \\# a', ['heading 0-6 depth 1 "#" 2-4 " a" 4-6']],
    ['# #{이름|a\\!b}님\\!', ['heading 0-15 depth 1 #{이름|a!b} 2-12 "님" 12-13 "!" 13-15']],
    ['# #{이름|a\\}', ['heading 0-10 depth 1 unclosed 2-4 "이름|a" 4-8 "}" 8-10']],
    ['# #{이름}님', ['heading 0-8 depth 1 #{이름} 2-7 "님" 7-8']],
    ['# **a**', ['heading 0-7 depth 1 "**a**" 2-7']],
  ],
  'an image': [
    ['![봄](a.png)', ['imageLine 0-11 [1-4 "봄" 2-3] [4-11 "a.png" 5-10]']],
    ['![](a.png)', ['imageLine 0-10 [1-3] [3-10 "a.png" 4-9]']],
    ['![봄]()', ['imageLine 0-6 [1-4 "봄" 2-3] [4-6]']],
    ['![봄](<봄 세일.png>)', ['imageLine 0-16 [1-4 "봄" 2-3] [5-15 "봄 세일.png" 6-14]']],
    ['![봄](<>)', ['imageLine 0-8 [1-4 "봄" 2-3] [5-7]']],
    ['![봄](a(1).png)', ['imageLine 0-14 [1-4 "봄" 2-3] [4-14 "a(1).png" 5-13]']],
    ['![봄](a\\(1.png)', ['imageLine 0-14 [1-4 "봄" 2-3] [4-14 "a" 5-6 "(" 6-8 "1.png" 8-13]']],
    ['![봄](a.png "t")', ['textLine 0-15 "![봄](a.png \\"t\\")" 0-15']],
    ['![봄](a.png) x', ['textLine 0-13 "![봄](a.png) x" 0-13']],
    ['x ![봄](a.png)', ['textLine 0-13 "x ![봄](a.png)" 0-13']],
    ['![봄](a b.png)', ['textLine 0-13 "![봄](a b.png)" 0-13']],
    ['![봄] (a.png)', ['textLine 0-12 "![봄] (a.png)" 0-12']],
    ['![a[b]c](a.png)', ['imageLine 0-15 [1-8 "a[b]c" 2-7] [8-15 "a.png" 9-14]']],
    ['![a\\]b](a.png)', ['imageLine 0-14 [1-7 "a" 2-3 "]" 3-5 "b" 5-6] [7-14 "a.png" 8-13]']],
    ['![a]b](a.png)', ['textLine 0-13 "![a]b](a.png)" 0-13']],
    ['![a[b](a.png)', ['textLine 0-13 "![a[b](a.png)" 0-13']],
    ['![봄](a.png)  ', ['imageLine 0-11 [1-4 "봄" 2-3] [4-11 "a.png" 5-10]']],
    ['![봄]( a.png )', ['imageLine 0-13 [1-4 "봄" 2-3] [5-12 "a.png" 6-11]']],
    ['![봄](<a>b.png)', ['textLine 0-14 "![봄](<a>b.png)" 0-14']],
    ['![봄](<a.png)', ['textLine 0-12 "![봄](<a.png)" 0-12']],
    ['![봄](a.png', ['textLine 0-10 "![봄](a.png" 0-10']],
    ['![#{이름}](a.png)', ['imageLine 0-15 [1-8 #{이름} 2-7] [8-15 "a.png" 9-14]']],
    ['!\\[봄](a.png)', ['textLine 0-12 "!" 0-1 "[" 1-3 "봄](a.png)" 3-12']],
    ['![봄](a(1.png)', ['textLine 0-13 "![봄](a(1.png)" 0-13']],
    ['![봄](a.png))', ['textLine 0-12 "![봄](a.png))" 0-12']],
  ],
  'an image with its link': [
    [
      '[![봄](a.png)](https://a.kr)',
      ['imageLine 0-27 [2-5 "봄" 3-4] [5-12 "a.png" 6-11] [13-27 "https://a.kr" 14-26]'],
    ],
    [
      '[![봄](a.png)](https://a.kr "https://b.kr")',
      ['imageLine 0-42 [2-5 "봄" 3-4] [5-12 "a.png" 6-11] [13-27 "https://a.kr" 14-26] [27-41 "https://b.kr" 28-40]'],
    ],
    [
      '[![봄](a.png)](<a b> "c d")',
      ['imageLine 0-26 [2-5 "봄" 3-4] [5-12 "a.png" 6-11] [14-19 "a b" 15-18] [20-25 "c d" 21-24]'],
    ],
    ['[![봄](a.png) ](b)', ['textLine 0-17 "[![봄](a.png) ](b)" 0-17']],
    ['[![봄](a.png)](b) x', ['textLine 0-18 "[![봄](a.png)](b) x" 0-18']],
    ['[ ![봄](a.png)](b)', ['textLine 0-17 "[ ![봄](a.png)](b)" 0-17']],
    ['[![봄](a.png)]', ['textLine 0-13 "[![봄](a.png)]" 0-13']],
    ['[![](a.png)]()', ['imageLine 0-14 [2-4] [4-11 "a.png" 5-10] [12-14]']],
  ],
  'a button': [
    ['- [보기](https://a.kr)', ['buttonLine 0-20 [2-6 "보기" 3-5] [6-20 "https://a.kr" 7-19]']],
    [
      '- [보기](https://a.kr "https://b.kr")',
      ['buttonLine 0-35 [2-6 "보기" 3-5] [6-20 "https://a.kr" 7-19] [20-34 "https://b.kr" 21-33]'],
    ],
    ['- [보기](a "")', ['buttonLine 0-12 [2-6 "보기" 3-5] [6-9 "a" 7-8] [9-11]']],
    ['- []()', ['buttonLine 0-6 [2-4] [4-6]']],
    ['- [](a)', ['buttonLine 0-7 [2-4] [4-7 "a" 5-6]']],
    ['- [보기](#{url})', ['buttonLine 0-14 [2-6 "보기" 3-5] [6-14 #{url} 7-13]']],
    ['- [보기](#{url|https://a.kr})', ['buttonLine 0-27 [2-6 "보기" 3-5] [6-27 #{url|https://a.kr} 7-26]']],
    [
      '- [#{이름}](https://a.kr/#{번호})',
      ['buttonLine 0-29 [2-9 #{이름} 3-8] [9-29 "https://a.kr/" 10-23 #{번호} 23-28]'],
    ],
    ['-\t[a](b)', ['buttonLine 0-8 [2-5 "a" 3-4] [5-8 "b" 6-7]']],
    ['-  [a](b)', ['buttonLine 0-9 [3-6 "a" 4-5] [6-9 "b" 7-8]']],
    ['- [a](b', ['textLine 0-7 "- [a](b" 0-7']],
    ['- [a]', ['textLine 0-5 "- [a]" 0-5']],
    ['- [a] (b)', ['textLine 0-9 "- [a] (b)" 0-9']],
    ['- 배송비', ['textLine 0-5 "- 배송비" 0-5']],
    ['-[a](b)', ['textLine 0-7 "-[a](b)" 0-7']],
    ['* [a](b)', ['textLine 0-8 "* [a](b)" 0-8']],
    ['+ [a](b)', ['textLine 0-8 "+ [a](b)" 0-8']],
    ['- [a](b) x', ['textLine 0-10 "- [a](b) x" 0-10']],
    ['- [a](b)\t ', ['buttonLine 0-8 [2-5 "a" 3-4] [5-8 "b" 6-7]']],
    ['- [a](b c)', ['textLine 0-10 "- [a](b c)" 0-10']],
    ["- [a](b 'c')", ['textLine 0-12 "- [a](b \'c\')" 0-12']],
    ['- [a](b (c))', ['textLine 0-12 "- [a](b (c))" 0-12']],
    ['- [a](b"c")', ['buttonLine 0-11 [2-5 "a" 3-4] [5-11 "b\\"c\\"" 6-10]']],
    ['- [a](b "c" d)', ['textLine 0-14 "- [a](b \\"c\\" d)" 0-14']],
    ['- [a](b "c\\"d")', ['buttonLine 0-15 [2-5 "a" 3-4] [5-8 "b" 6-7] [8-14 "c" 9-10 "\\"" 10-12 "d" 12-13]']],
    ['- [a](b "c"d")', ['textLine 0-14 "- [a](b \\"c\\"d\\")" 0-14']],
    ['- [a](b  "c" )', ['buttonLine 0-14 [2-5 "a" 3-4] [5-8 "b" 6-7] [9-12 "c" 10-11]']],
    ['- [[a]](b)', ['buttonLine 0-10 [2-7 "[a]" 3-6] [7-10 "b" 8-9]']],
    ['- [a\\[](b)', ['buttonLine 0-10 [2-7 "a" 3-4 "[" 4-6] [7-10 "b" 8-9]']],
    ['- [a[](b)', ['textLine 0-9 "- [a[](b)" 0-9']],
    ['- [a](<b c> "d")', ['buttonLine 0-16 [2-5 "a" 3-4] [6-11 "b c" 7-10] [12-15 "d" 13-14]']],
    ['- [a](b\\)c)', ['buttonLine 0-11 [2-5 "a" 3-4] [5-11 "b" 6-7 ")" 7-9 "c" 9-10]']],
    ['- [a](b(c)d(e(f)))', ['buttonLine 0-18 [2-5 "a" 3-4] [5-18 "b(c)d(e(f))" 6-17]']],
    ['- ![a](b)', ['textLine 0-9 "- ![a](b)" 0-9']],
    ['- [ a ](b)', ['buttonLine 0-10 [2-7 " a " 3-6] [7-10 "b" 8-9]']],
    ['\\- [a](b)', ['textLine 0-9 "-" 0-2 " [a](b)" 2-9']],
    ['- [a](b(c)', ['textLine 0-10 "- [a](b(c)" 0-10']],
    ['- [a](b))', ['textLine 0-9 "- [a](b))" 0-9']],
    ['- [a](<b\\>c>)', ['buttonLine 0-13 [2-5 "a" 3-4] [6-12 "b" 7-8 ">" 8-10 "c" 10-11]']],
    ['- [a](<b<c>)', ['textLine 0-12 "- [a](<b<c>)" 0-12']],
    ['- [a](b) <!-- c -->', ['textLine 0-19 "- [a](b) <!-- c -->" 0-19']],
  ],
  'a link': [
    ['[더보기](https://a.kr)', ['linkLine 0-19 [0-5 "더보기" 1-4] [5-19 "https://a.kr" 6-18]']],
    [
      '[더보기](https://a.kr "https://b.kr")',
      ['linkLine 0-34 [0-5 "더보기" 1-4] [5-19 "https://a.kr" 6-18] [19-33 "https://b.kr" 20-32]'],
    ],
    ['[더보기]()', ['linkLine 0-7 [0-5 "더보기" 1-4] [5-7]']],
    ['[]()', ['linkLine 0-4 [0-2] [2-4]']],
    ['[a](b) x', ['textLine 0-8 "[a](b) x" 0-8']],
    ['x [a](b)', ['textLine 0-8 "x [a](b)" 0-8']],
    ['[a][b]', ['textLine 0-6 "[a][b]" 0-6']],
    ['[a]: b', ['textLine 0-6 "[a]: b" 0-6']],
    ['[a]', ['textLine 0-3 "[a]" 0-3']],
  ],
  'a divider': [
    ['---', ['divider 0-3']],
    ['-----', ['divider 0-5']],
    ['--', ['textLine 0-2 "--" 0-2']],
    ['-', ['textLine 0-1 "-" 0-1']],
    ['- - -', ['textLine 0-5 "- - -" 0-5']],
    ['--- ', ['divider 0-3']],
    ['--- x', ['textLine 0-5 "--- x" 0-5']],
    ['-–-', ['textLine 0-3 "-–-" 0-3']],
    ['***', ['textLine 0-3 "***" 0-3']],
    ['___', ['textLine 0-3 "___" 0-3']],
    ['===', ['textLine 0-3 "===" 0-3']],
    ['——', ['textLine 0-2 "——" 0-2']],
    ['\\---', ['textLine 0-4 "-" 0-2 "--" 2-4']],
  ],
  'a block': [
    ['```button\na: b\n```', ['block 0-18 info 3-9 content 10-15']],
    ['```button\n```', ['block 0-13 info 3-9 content 10-10']],
    ['````button\n```\n````', ['block 0-19 info 4-10 content 11-15']],
    ['```button\na\n`````', ['block 0-17 info 3-9 content 10-12']],
    ['```button', ['block 0-9 info 3-9 content 9-9 unclosed']],
    ['```button\n', ['block 0-10 info 3-9 content 10-10 unclosed']],
    ['```button\na: b', ['block 0-14 info 3-9 content 10-14 unclosed']],
    ['```button\na\n``', ['block 0-14 info 3-9 content 10-14 unclosed']],
    ['```button\na\n``` x\n```', ['block 0-21 info 3-9 content 10-18']],
    ['``` button \na\n``` ', ['block 0-18 info 4-11 content 12-14']],
    ['```button x\n```', ['block 0-15 info 3-11 content 12-12']],
    ['```\na\n```', ['textLine 0-3 "```" 0-3', 'textLine 4-5 "a" 4-5', 'textLine 6-9 "```" 6-9']],
    ['``', ['textLine 0-2 "``" 0-2']],
    ['`a`', ['textLine 0-3 "`a`" 0-3']],
    ['```a`b\n```', ['textLine 0-6 "```a`b" 0-6', 'textLine 7-10 "```" 7-10']],
    ['~~~button\na\n~~~', ['textLine 0-9 "~~~button" 0-9', 'textLine 10-11 "a" 10-11', 'textLine 12-15 "~~~" 12-15']],
    ['```button\n ```\n```', ['block 0-18 info 3-9 content 10-15']],
    ['```button\n\n```', ['block 0-14 info 3-9 content 10-11']],
    ['\\```button', ['textLine 0-10 "`" 0-2 "``button" 2-10']],
    ['```button\n# a\n- [a](b)\n```', ['block 0-26 info 3-9 content 10-23']],
    ['```#{a}\n```', ['block 0-11 info 3-7 content 8-8']],
    ['```button\n```button\n```', ['block 0-23 info 3-9 content 10-20']],
  ],
  'a comment': [
    ['<!-- a -->', ['comment 0-10']],
    ['<!---->', ['comment 0-7']],
    ['<!-->', ['comment 0-5']],
    ['<!--->', ['comment 0-6']],
    ['<!-- a\nb -->', ['comment 0-12']],
    ['<!-- a\n\n# b -->\nc', ['comment 0-15', 'textLine 16-17 "c" 16-17']],
    ['<!-- a', ['comment 0-6 unclosed']],
    ['<!-- a\nb', ['comment 0-8 unclosed']],
    ['<!-- a --> b', ['textLine 0-12 "<!-- a --> b" 0-12']],
    ['<!-- a -->  ', ['comment 0-10']],
    ['<!-- a\nb --> c\nd', ['textLine 0-6 "<!-- a" 0-6', 'textLine 7-14 "b --> c" 7-14', 'textLine 15-16 "d" 15-16']],
    ['<!-- a --> <!-- b -->', ['textLine 0-21 "<!-- a --> <!-- b -->" 0-21']],
    ['<!-- a -- b -->', ['comment 0-15']],
    ['<!-- a --\n> b -->', ['comment 0-17']],
    ['<!-- a -\n-> b -->', ['comment 0-17']],
    ['<!- a -->', ['textLine 0-9 "<!- a -->" 0-9']],
    ['<! a >', ['textLine 0-6 "<! a >" 0-6']],
    ['<b>', ['textLine 0-3 "<b>" 0-3']],
    ['a <!-- b -->', ['textLine 0-12 "a <!-- b -->" 0-12']],
    ['\\<!-- a -->', ['textLine 0-11 "<" 0-2 "!-- a -->" 2-11']],
  ],
  'escapes and variables': [
    ['\\#', ['textLine 0-2 "#" 0-2']],
    ['\\{', ['textLine 0-2 "{" 0-2']],
    ['\\\\', ['textLine 0-2 "\\\\" 0-2']],
    ['\\a', ['textLine 0-2 "\\\\a" 0-2']],
    ['\\', ['textLine 0-1 "\\\\" 0-1']],
    ['가격 \\10,000', ['textLine 0-10 "가격 \\\\10,000" 0-10']],
    [
      '\\!\\"\\#\\$\\%\\&\\\'\\(\\)\\*\\+\\,\\-\\.\\/\\:\\;\\<\\=\\>\\?\\@\\[\\\\\\]\\^\\_\\`\\{\\|\\}\\~',
      [
        'textLine 0-64 "!" 0-2 "\\"" 2-4 "#" 4-6 "$" 6-8 "%" 8-10 "&" 10-12 "\'" 12-14 "(" 14-16 ")" 16-18 "*" 18-20 "+" 20-22 "," 22-24 "-" 24-26 "." 26-28 "/" 28-30 ":" 30-32 ";" 32-34 "<" 34-36 "=" 36-38 ">" 38-40 "?" 40-42 "@" 42-44 "[" 44-46 "\\\\" 46-48 "]" 48-50 "^" 50-52 "_" 52-54 "`" 54-56 "{" 56-58 "|" 58-60 "}" 60-62 "~" 62-64',
      ],
    ],
    ['\\가', ['textLine 0-2 "\\\\가" 0-2']],
    ['\\ a', ['textLine 0-3 "\\\\ a" 0-3']],
    ['\\😀', ['textLine 0-3 "\\\\😀" 0-3']],
    ['\\#{이름}', ['textLine 0-6 "#" 0-2 "{이름}" 2-6']],
    ['#\\{이름}', ['textLine 0-6 "#" 0-1 "{" 1-3 "이름}" 3-6']],
    ['#{이름\\}', ['textLine 0-6 unclosed 0-2 "이름" 2-4 "}" 4-6']],
    ['#{이름}', ['textLine 0-5 #{이름} 0-5']],
    ['a#{이름}b', ['textLine 0-7 "a" 0-1 #{이름} 1-6 "b" 6-7']],
    ['#{이름|고객}님', ['textLine 0-9 #{이름|고객} 0-8 "님" 8-9']],
    ['#{이름|}', ['textLine 0-6 #{이름|} 0-6']],
    ['#{}', ['textLine 0-3 #{} 0-3']],
    ['#{|a}', ['textLine 0-5 #{|a} 0-5']],
    ['#{', ['textLine 0-2 unclosed 0-2']],
    ['#{이름', ['textLine 0-4 unclosed 0-2 "이름" 2-4']],
    ['a #{ b', ['textLine 0-6 "a " 0-2 unclosed 2-4 " b" 4-6']],
    ['#{a b}', ['textLine 0-6 #{a b} 0-6']],
    ['#{a|b|c}', ['textLine 0-8 #{a|b|c} 0-8']],
    ['#{a#{b}}', ['textLine 0-8 unclosed 0-2 "a" 2-3 #{b} 3-7 "}" 7-8']],
    ['#{a{b}', ['textLine 0-6 unclosed 0-2 "a{b}" 2-6']],
    ['#{이름}#{번호}', ['textLine 0-10 #{이름} 0-5 #{번호} 5-10']],
    ['# {a}', ['heading 0-5 depth 1 "{a}" 2-5']],
    ['{a}', ['textLine 0-3 "{a}" 0-3']],
    ['\\\\#{이름}', ['textLine 0-7 "\\\\" 0-2 #{이름} 2-7']],
  ],
  text: [
    ['**할인** `code` > 인용', ['textLine 0-18 "**할인** `code` > 인용" 0-18']],
    ['> 인용', ['textLine 0-4 "> 인용" 0-4']],
    ['| a | b |', ['textLine 0-9 "| a | b |" 0-9']],
    ['1. 하나', ['textLine 0-5 "1. 하나" 0-5']],
    ['a  ', ['textLine 0-3 "a  " 0-3']],
    ['a\t', ['textLine 0-2 "a\\t" 0-2']],
    ['&amp; &#35;', ['textLine 0-11 "&amp; &#35;" 0-11']],
    ['http://a.kr <https://a.kr>', ['textLine 0-26 "http://a.kr <https://a.kr>" 0-26']],
    ['제목\n===', ['textLine 0-2 "제목" 0-2', 'textLine 3-6 "===" 3-6']],
    ['a\\', ['textLine 0-2 "a\\\\" 0-2']],
    ['a  \nb', ['textLine 0-3 "a  " 0-3', 'textLine 4-5 "b" 4-5']],
  ],
  'line endings and marks': [
    ['a\nb', ['textLine 0-1 "a" 0-1', 'textLine 2-3 "b" 2-3']],
    ['a\r\nb', ['textLine 0-1 "a" 0-1', 'textLine 3-4 "b" 3-4']],
    ['a\rb', ['textLine 0-1 "a" 0-1', 'textLine 2-3 "b" 2-3']],
    ['a\r\n\r\nb', ['textLine 0-1 "a" 0-1', 'textLine 5-6 "b" 5-6']],
    ['a\n\n\nb', ['textLine 0-1 "a" 0-1', 'textLine 4-5 "b" 4-5']],
    ['a\n', ['textLine 0-1 "a" 0-1']],
    ['\n\na', ['textLine 2-3 "a" 2-3']],
    ['a\n \t\nb', ['textLine 0-1 "a" 0-1', 'textLine 5-6 "b" 5-6']],
    ['', []],
    ['\n', []],
    [' ', []],
    ['\ufeffa', ['textLine 0-1 "a" 0-1']],
    ['a\ufeffb', ['textLine 0-3 "a\ufeffb" 0-3']],
    ['a\n\rb', ['textLine 0-1 "a" 0-1', 'textLine 3-4 "b" 3-4']],
    ['😀a\n#{이름}', ['textLine 0-3 "😀a" 0-3', 'textLine 4-9 #{이름} 4-9']],
    [
      '# a\r- [b](c)\r\n---',
      ['heading 0-3 depth 1 "a" 2-3', 'buttonLine 4-12 [6-9 "b" 7-8] [9-12 "c" 10-11]', 'divider 14-17'],
    ],
    ['a\u2028b', ['textLine 0-3 "a\u2028b" 0-3']],
    ['a\fb\u000bc\u0085d', ['textLine 0-7 "a\\fb\\u000bc\u0085d" 0-7']],
  ],
  'a line that starts after column 1': [
    ['x\n # a', ['textLine 0-1 "x" 0-1', 'textLine 2-6 " # a" 2-6']],
    ['x\n ## a', ['textLine 0-1 "x" 0-1', 'textLine 2-7 " ## a" 2-7']],
    ['x\n ![a](b)', ['textLine 0-1 "x" 0-1', 'textLine 2-10 " ![a](b)" 2-10']],
    ['x\n [![a](b)](c)', ['textLine 0-1 "x" 0-1', 'textLine 2-15 " [![a](b)](c)" 2-15']],
    ['x\n - [a](b)', ['textLine 0-1 "x" 0-1', 'textLine 2-11 " - [a](b)" 2-11']],
    ['x\n\t- [a](b)', ['textLine 0-1 "x" 0-1', 'textLine 2-11 "\\t- [a](b)" 2-11']],
    ['x\n [a](b)', ['textLine 0-1 "x" 0-1', 'textLine 2-9 " [a](b)" 2-9']],
    ['x\n ---', ['textLine 0-1 "x" 0-1', 'textLine 2-6 " ---" 2-6']],
    ['x\n ```tail', ['textLine 0-1 "x" 0-1', 'textLine 2-10 " ```tail" 2-10']],
    ['x\n <!-- a -->', ['textLine 0-1 "x" 0-1', 'textLine 2-13 " <!-- a -->" 2-13']],
    ['x\n    a', ['textLine 0-1 "x" 0-1', 'textLine 2-7 "    a" 2-7']],
    ['x\n\ta', ['textLine 0-1 "x" 0-1', 'textLine 2-4 "\\ta" 2-4']],
    ['  a', ['textLine 0-3 "  a" 0-3']],
    [' # a', ['textLine 0-4 " # a" 0-4']],
    [' - [a](b)', ['textLine 0-9 " - [a](b)" 0-9']],
  ],
  'lines that follow each other': [
    ['# a\n## b', ['heading 0-3 depth 1 "a" 2-3', 'heading 4-8 depth 2 "b" 7-8']],
    ['a\n---\nb', ['textLine 0-1 "a" 0-1', 'divider 2-5', 'textLine 6-7 "b" 6-7']],
    [
      'a\n- [b](c)\nd',
      ['textLine 0-1 "a" 0-1', 'buttonLine 2-10 [4-7 "b" 5-6] [7-10 "c" 8-9]', 'textLine 11-12 "d" 11-12'],
    ],
    ['- a\n  - [b](c)', ['textLine 0-3 "- a" 0-3', 'textLine 4-14 "  - [b](c)" 4-14']],
    ['> a\n# b', ['textLine 0-3 "> a" 0-3', 'heading 4-7 depth 1 "b" 6-7']],
    ['<div>\n# b', ['textLine 0-5 "<div>" 0-5', 'heading 6-9 depth 1 "b" 8-9']],
    ['[a]: b\n[a](c)', ['textLine 0-6 "[a]: b" 0-6', 'linkLine 7-13 [7-10 "a" 8-9] [10-13 "c" 11-12]']],
    ['<!-- a --> b\n<!-- c -->', ['textLine 0-12 "<!-- a --> b" 0-12', 'comment 13-23']],
    [
      '<!-- a\n- [b](c) --> d\n# e',
      ['textLine 0-6 "<!-- a" 0-6', 'textLine 7-21 "- [b](c) --> d" 7-21', 'heading 22-25 depth 1 "e" 24-25'],
    ],
    ['#{\n}', ['textLine 0-2 unclosed 0-2', 'textLine 3-4 "}" 3-4']],
    ['- [a\n](b)', ['textLine 0-4 "- [a" 0-4', 'textLine 5-9 "](b)" 5-9']],
    ['```tail\n<!--\n```\na -->', ['block 0-16 info 3-7 content 8-13', 'textLine 17-22 "a -->" 17-22']],
    ['<!--\n```tail\n-->\n```', ['comment 0-16', 'textLine 17-20 "```" 17-20']],
  ],
}

interface FrontmatterRow {
  readonly source: string
  /** What stands between its lines, and what it is with them; both absent where there is no frontmatter. */
  readonly content?: string
  readonly whole?: string
  readonly lines: readonly string[]
}

const frontmatters: readonly FrontmatterRow[] = [
  {
    source: '---\nkind: a\n---\nb',
    content: 'kind: a\n',
    whole: '---\nkind: a\n---',
    lines: ['textLine 16-17 "b" 16-17'],
  },
  { source: '---\n---\nb', content: '', whole: '---\n---', lines: ['textLine 8-9 "b" 8-9'] },
  { source: '---\n\n---\n# b', content: '\n', whole: '---\n\n---', lines: ['heading 9-12 depth 1 "b" 11-12'] },
  { source: '---\r\na\r\n---\r\nb', content: 'a\r\n', whole: '---\r\na\r\n---', lines: ['textLine 13-14 "b" 13-14'] },
  { source: '---\ra\r---\rb', content: 'a\r', whole: '---\ra\r---', lines: ['textLine 10-11 "b" 10-11'] },
  { source: '---  \na\n---\t\nb', content: 'a\n', whole: '---  \na\n---\t', lines: ['textLine 13-14 "b" 13-14'] },
  { source: '---\na\n---', content: 'a\n', whole: '---\na\n---', lines: [] },
  { source: '\ufeff---\na\n---\nb', content: 'a\n', whole: '---\na\n---', lines: ['textLine 10-11 "b" 10-11'] },
  {
    source: '---\na\n--- b\n---\nc',
    content: 'a\n--- b\n',
    whole: '---\na\n--- b\n---',
    lines: ['textLine 16-17 "c" 16-17'],
  },
  {
    source: '---\na\n ---\n---\nb',
    content: 'a\n ---\n',
    whole: '---\na\n ---\n---',
    lines: ['textLine 15-16 "b" 15-16'],
  },
  {
    source: '---\na\n----\n---\nb',
    content: 'a\n----\n',
    whole: '---\na\n----\n---',
    lines: ['textLine 15-16 "b" 15-16'],
  },
  { source: '---\na: |\n  ---\n---', content: 'a: |\n  ---\n', whole: '---\na: |\n  ---\n---', lines: [] },
  { source: '---\na\n---\n---', content: 'a\n', whole: '---\na\n---', lines: ['divider 10-13'] },
  { source: '---\na\n---\n  # b', content: 'a\n', whole: '---\na\n---', lines: ['textLine 10-15 "  # b" 10-15'] },
  { source: '---\na', lines: ['divider 0-3', 'textLine 4-5 "a" 4-5'] },
  { source: '---', lines: ['divider 0-3'] },
  { source: '----\na\n----', lines: ['divider 0-4', 'textLine 5-6 "a" 5-6', 'divider 7-11'] },
  { source: '\n---\na\n---', lines: ['divider 1-4', 'textLine 5-6 "a" 5-6', 'divider 7-10'] },
  { source: 'a\n---\nb\n---', lines: ['textLine 0-1 "a" 0-1', 'divider 2-5', 'textLine 6-7 "b" 6-7', 'divider 8-11'] },
  { source: '+++\na\n+++', lines: ['textLine 0-3 "+++" 0-3', 'textLine 4-5 "a" 4-5', 'textLine 6-9 "+++" 6-9'] },
]

const cut = ({ source }: Document, { start, end }: Span): string => source.slice(start, end)

function partsOf(line: Line): readonly Part[] {
  return 'children' in line ? line.children.filter((part) => part !== undefined) : []
}

function piecesOfLine(line: Line): readonly Piece[] {
  return 'pieces' in line ? line.pieces : partsOf(line).flatMap(({ pieces }) => pieces)
}

const escapes = /\\([!-/:-@[-`{-~])/g

function typedVariable({ name, fallback }: Extract<Piece, { type: 'variable' }>): string {
  return `#{${name}${fallback === undefined ? '' : `|${fallback}`}}`
}

/** What the source holds at a piece's span, if the piece is what the span says. */
function sourceOfPiece(piece: Piece, actual: string): string {
  switch (piece.type) {
    case 'variable':
      return typedVariable(piece) === actual.replace(escapes, '$1') ? actual : typedVariable(piece)
    case 'unclosedVariable':
      return '#{'
    case 'text':
      return piece.value.length === 1 && actual.length === 2 ? `\\${piece.value}` : piece.value
  }
}

/** A form starts with these; what ends a line form is tested by the rows. */
const startOf: { readonly [T in Line['type']]: RegExp } = {
  textLine: /^[^\r\n]+$/u,
  heading: /^##?(?:[ \t][^\r\n]*)?$/,
  imageLine: /^(?:!\[|\[!\[)[^\r\n]*\)$/,
  buttonLine: /^-[ \t]+\[[^\r\n]*\)$/,
  linkLine: /^\[[^\r\n]*\)$/,
  block: /^```/,
  divider: /^-{3,}$/,
  comment: /^<!--/,
}

/** Every span of a document is in order, inside the source, and holds what it says. */
function expectSpansToHold(document: Document): void {
  const { source, frontmatter, lines } = document
  let done = frontmatter?.span.end ?? 0
  if (frontmatter) {
    const { span, content } = frontmatter
    expect(cut(document, span)).toMatch(/^---[^]*---[ \t]*$/)
    expect(content.start).toBeGreaterThanOrEqual(span.start + 4)
    expect(content.end).toBeGreaterThanOrEqual(content.start)
    expect(content.end).toBeLessThanOrEqual(span.end - 3)
  }
  for (const line of lines) {
    const span = spanOf(line)
    expect(span.start).toBeGreaterThanOrEqual(done)
    expect(span.end).toBeGreaterThan(span.start)
    expect(cut(document, span)).toMatch(startOf[line.type])
    done = span.end
    let inLine = span.start
    for (const part of partsOf(line)) {
      const partSpan = spanOf(part)
      expect(partSpan.start).toBeGreaterThanOrEqual(inLine)
      expect(partSpan.end).toBeLessThanOrEqual(span.end)
      for (const piece of part.pieces) {
        expect(piece.span.start).toBeGreaterThan(partSpan.start)
        expect(piece.span.end).toBeLessThanOrEqual(partSpan.end)
      }
      inLine = partSpan.end
    }
    let inPieces = span.start
    for (const piece of piecesOfLine(line)) {
      expect(piece.span.start).toBeGreaterThanOrEqual(inPieces)
      expect(piece.span.end).toBeGreaterThan(piece.span.start)
      expect(piece.span.end).toBeLessThanOrEqual(span.end)
      const actual = cut(document, piece.span)
      // micromark replaces NUL, which no message may hold, by U+FFFD.
      expect(sourceOfPiece(piece, actual)).toBe(actual.replaceAll('\0', '\ufffd'))
      inPieces = piece.span.end
    }
    if (line.type === 'block') {
      expect(cut(document, line.info)).toMatch(/^[^` \t\r\n][^`\r\n]*$/)
      expect(line.info.end).toBeLessThanOrEqual(line.content.start)
      expect(line.content.end).toBeGreaterThanOrEqual(line.content.start)
      expect(line.content.end).toBeLessThanOrEqual(span.end)
    }
  }
  expect(done).toBeLessThanOrEqual(source.length)
}

describe('parse', () => {
  describe.each(Object.entries(forms))('of %s', (_, rows) => {
    it.each(rows)('takes %j apart', (source, lines) => {
      const document = parse(source)
      expect(outlineOf(document)).toEqual(lines)
      expect(document.frontmatter).toBeUndefined()
      expectSpansToHold(document)
    })
  })

  it.each(frontmatters)('finds the frontmatter of $source', ({ source, content, whole, lines }) => {
    const document = parse(source)
    expect(document.frontmatter && cut(document, document.frontmatter.content)).toBe(content)
    expect(document.frontmatter && cut(document, document.frontmatter.span)).toBe(whole)
    expect(outlineOf(document)).toEqual(lines)
    expectSpansToHold(document)
  })

  it.each(['a', '\ufeffa', '\ufeff', ''])('keeps the source of %j without its byte order mark', (source) => {
    expect(parse(source).source).toBe(source.replace(/^\ufeff/, ''))
  })

  it.each(['\ufeff\ufeffa', '\ufeff\ufeff---\na: b\n---\nc', 'a\0b', '\0', '\0# a', 'a\ufeffb', '\ud83d- [a](b)'])(
    'keeps the spans of %j right',
    (source) => {
      expectSpansToHold(parse(source))
    },
  )
})

const hostile = [...'#![]()<>-`\\"{}|\n\r\t 가😀\0\ufeff', '---\n', '- [', '![', '](', '<!--', '-->', '```', '#{']

describe('parse of anything', () => {
  it('never throws, and its spans are inside the source, in order and hold what they say', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...hostile), { maxLength: 60 }), (parts) => {
        // Two marks at the start are a row of their own above.
        expectSpansToHold(parse(parts.join('').replace(/^\ufeff+/, '\ufeff')))
      }),
      { numRuns: 3000 },
    )
  })

  it('never throws with frontmatter before it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...hostile), { maxLength: 40 }), (parts) => {
        const document = parse(`---\nkind: ft-text\n---\n${parts.join('')}`)
        expectSpansToHold(document)
        expect(document.frontmatter && cut(document, document.frontmatter.content)).toBe('kind: ft-text\n')
      }),
      { numRuns: 2000 },
    )
  })

  it('sees the same lines whether they end with LF, CRLF or CR', () => {
    const shapeOf = (source: string): unknown =>
      parse(source).lines.map((line) => [line.type, piecesOfLine(line).map((piece) => ({ ...piece, span: undefined }))])
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...hostile.filter((part) => part !== '\r')), { maxLength: 40 }), (parts) => {
        const source = parts.join('')
        expect(shapeOf(source.replaceAll('\n', '\r\n'))).toEqual(shapeOf(source))
        expect(shapeOf(source.replaceAll('\n', '\r'))).toEqual(shapeOf(source))
      }),
    )
  })

  it('gives text that starts no line form as typed', () => {
    const line = fc
      .string({ unit: fc.constantFrom(...'abcXYZ가나다힣ㅋ0189 *_>~+='), maxLength: 30 })
      .filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const { lines: found } = parse(`---\nkind: ft-text\n---\n${lines.join('\n')}`)
        expect(found.map(({ type }) => type)).toEqual(lines.map(() => 'textLine'))
        expect(
          found.map((text) =>
            piecesOfLine(text)
              .map((piece) => (piece.type === 'text' ? piece.value : ''))
              .join(''),
          ),
        ).toEqual(lines)
      }),
    )
  })

  it.each([
    ['brackets', '['],
    ['brackets of images', '!['],
    ['links', '[a]('],
    ['buttons', '- ['],
    ['linked images', '[![a](b)]('],
    ['parentheses', '- [a](('],
    ['angle brackets', '[a](<'],
    ['quotes', '[a](b "'],
    ['stars', '*a_ '],
    ['quote marks', '> '],
    ['list marks', '- '],
    ['comments', '<!-- \n'],
    ['comments that are followed by text', '<!-- a --> b\n'],
    ['comments that are opened before text', '<!--\n'],
    ['fences', '```a\n'],
    ['longer and longer fences', '````a\n```\n'],
    ['variables', '#{'],
    ['fallbacks', '#{a|'],
    ['escapes', '\\\\'],
    ['number signs', '#'],
    ['dashes', '-'],
    ['tabs', '\t'],
    ['CR', '\r'],
    ['blank lines', '\n \n'],
  ])('accounts for every character of much of %s', (_, unit) => {
    const body = `${unit.repeat(60_000 / unit.length)} --> x`
    const { lines, source } = parse(`---\nkind: ft-text\n---\n${body}`)
    const covered = lines.map((line) => source.slice(spanOf(line).start, spanOf(line).end)).join('')
    expect(covered.replace(/\s/g, '')).toBe(body.replace(/\s/g, ''))
  })
})
