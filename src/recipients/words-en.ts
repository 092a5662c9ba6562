import { fileSize } from '../words/file-size.ts'
import type { JsonType } from './fault.ts'
import type { NumberFault } from './number.ts'
import type { RecipientWords } from './words.ts'

const types: { readonly [T in JsonType]: string } = {
  text: 'text',
  number: 'a number',
  boolean: 'true or false',
  nothing: 'null',
  list: 'a list',
  mapping: 'an object',
}

const delimiters = { semicolon: 'a semicolon (;)', tab: 'a tab' } as const

const numberFaults: { readonly [F in NumberFault]: (digits: number) => string } = {
  exponent: () =>
    'The number is written with an exponent (1.01E+09), and its digits are lost; export the column as text.',
  'not-digits': () => 'This is no phone number; write one number of digits and hyphens.',
  'digit-count': (digits) =>
    `The number has ${digits} ${digits === 1 ? 'digit' : 'digits'}; 010 is followed by 8, and 011, 016, 017, 018 and 019 by 7 or 8.`,
  'not-mobile': () => 'This is no Korean mobile number; it starts with 010, 011, 016, 017, 018 or 019.',
}

const asText =
  'A spreadsheet takes a phone number for a number and drops its zero: format the column as text and enter it again.'
const utf8 =
  'In Excel: Save As, "CSV UTF-8 (Comma delimited)". In a text editor: open it in its own encoding (for Korean text EUC-KR or CP949) and save it as UTF-8.'

const meant = (suggestion: string | undefined): string =>
  suggestion === undefined ? '' : ` The column "${suggestion}" looks like it: rename it.`

export const en: RecipientWords = {
  'recipients-format-unknown': ({ extension }) => ({
    message: `Recipients are a .csv, .ndjson or .jsonl file, and this one ${extension === '' ? 'has no extension' : `is "${extension}"`}.`,
    ...(extension.startsWith('.xls') && { help: 'In Excel: Save As, "CSV UTF-8 (Comma delimited)".' }),
  }),
  'recipients-utf16': () => ({ message: 'The file is UTF-16; save it as UTF-8.', help: utf8 }),
  'recipients-not-utf8': () => ({ message: 'The file is not UTF-8 from here on; save it as UTF-8.', help: utf8 }),
  'recipients-empty': () => ({
    message: 'The file has no recipients; write one on each line.',
    help: 'The first line of a CSV file has the names of the columns.',
  }),
  'recipients-delimiter': ({ delimiter }) => ({
    message: `The columns stand apart by ${delimiters[delimiter]}; use a comma.`,
    help: 'In Excel: Save As, "CSV UTF-8 (Comma delimited)".',
  }),
  'recipients-column-missing': ({ column, suggestion }) => ({
    message: `There is no column "${column}"${suggestion === undefined ? '; add it' : ''}.${meant(suggestion)}`,
    help:
      column === 'receiver_number'
        ? 'It holds the mobile number of each recipient.'
        : 'The message uses this variable, and it has no fallback.',
  }),
  'recipients-column-duplicate': ({ column }) => ({
    message: `The column "${column}" is there a second time; remove or rename one of the two.`,
  }),
  'recipients-column-unnamed': ({ index }) => ({
    message: `Column ${index} has no name; give it one or remove it.`,
    help: 'The first line of a CSV file has the names of the columns.',
  }),
  'recipients-column-character': ({ code }) => ({
    message: `The name of a column holds the character ${code}; remove it.`,
    ...(code === 'U+0000' && { help: 'A file with NUL characters is often UTF-16: save it as UTF-8.' }),
  }),
  'recipients-column-unknown': ({ column, suggestion }) => ({
    message: `The message has no use for "${column}". Did you mean "${suggestion}"?`,
  }),
  'recipients-keys-unchecked': () => ({
    message: 'Too many rows may have the same msg_key to tell which; make every msg_key unique or remove the column.',
  }),

  'recipient-quote-unclosed': ({ maxBytes }) => ({
    message: 'The quote that opens here is not closed; close it.',
    help: `A quote inside a value is written twice, and the value stands in quotes: "5"" screen". A row may have at most ${fileSize(maxBytes)}.`,
  }),
  'recipient-quote-misplaced': () => ({
    message: 'A quote has no place here; put the whole value in quotes and write this one twice.',
    help: '5" screen is written "5"" screen".',
  }),
  'recipient-row-too-large': ({ maxBytes }) => ({
    message: `The row has more than ${fileSize(maxBytes)}; no recipient needs so much.`,
  }),
  'recipient-row-blank': () => ({ message: 'A row is blank, and others follow; remove it.' }),
  'recipient-cell-count': ({ actual, expected }) => ({
    message: `The row has ${actual} ${actual === 1 ? 'cell' : 'cells'}; the header has ${expected}.`,
    ...(actual > expected && { help: 'A value with a comma stands in quotes: "1,000"' }),
  }),
  'recipient-not-json': () => ({
    message: 'The line is not JSON; write one object on each line.',
    help: '{"receiver_number":"01012345678"}',
  }),
  'recipient-not-object': ({ found }) => ({
    message: `The line is ${types[found]}; write an object.`,
    help: '{"receiver_number":"01012345678"}',
  }),
  'recipient-number-missing': () => ({ message: 'The row has no receiver_number; add it or remove the row.' }),
  'recipient-number-not-text': ({ found }) => ({
    message: `receiver_number is ${types[found]}; write it as text, in quotes.`,
    ...(found === 'number' && { help: 'A number in JSON has no leading zero: 01012345678 becomes 1012345678.' }),
  }),
  'recipient-number-invalid': ({ reason, digits }) => ({
    message: numberFaults[reason](digits),
    ...(reason === 'exponent' && { help: asText }),
  }),
  'recipient-number-lost-zero': () => ({
    message: 'The number has lost its leading zero; write it as 010….',
    help: asText,
  }),
  'recipient-value-type': ({ column, found }) => ({
    message: `"${column}" is ${types[found]}; write it as text, in quotes.`,
  }),
  'recipient-value-missing': ({ column }) => ({
    message: `"${column}" has no value, and the message no fallback for it; fill it in.`,
    help: `A fallback is declared in the message: vars: { ${column}: { fallback: … } }`,
  }),
  'recipient-value-too-long': ({ column, actual, max }) => ({
    message: `"${column}" has ${actual} characters; it may have at most ${max}.`,
    help: 'The message declares the maximum under "vars".',
  }),
  'recipient-character': ({ column, code }) => ({
    message: `"${column}" holds the character ${code}, which cannot be sent; remove it.`,
    ...(code === 'U+FFFD' && {
      help: 'This character is what a wrong encoding has left of another: export the file again.',
    }),
  }),
  'recipient-combining-marks': ({ column, max }) => ({
    message: `In "${column}" more than ${max} combining marks follow each other; remove some.`,
  }),
  'recipient-duplicate': ({ number, firstRow }) => ({
    message: `${number} is in ${firstRow === undefined ? 'an earlier row' : `row ${firstRow}`} already; remove one of the two.`,
    help: 'Numbers are compared by their digits: +82 10-1234-5678 and 010-1234-5678 are one.',
  }),
  'recipient-key-duplicate': ({ firstRow }) => ({
    message: `The msg_key of this row is that of row ${firstRow} too; give each row its own.`,
  }),
  'recipient-not-in-safe-list': ({ number }) => ({
    message: `${number} is not in the safe list of the target; remove the row or send to another target.`,
    help: 'The safe list is "recipients" of the target in the configuration.',
  }),
}
