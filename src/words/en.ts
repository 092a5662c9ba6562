import type { Place, ValueType, Where } from '../fault.ts'
import { configurationWords } from './configuration.ts'
import { directiveWords } from './directives.ts'
import { mistypedWords } from './near-miss.ts'
import { fileSize } from './file-size.ts'
import { recipientsWords } from './recipients.ts'
import { suggestionIn } from './suggestion.ts'
import { unreadableWords } from './unreadable.ts'
import { variableExample } from './variable-example.ts'
import type { Words } from './wording.ts'
import { yamlWords } from './yaml.ts'

const places: { readonly [P in Place]: string } = {
  message: 'the message',
  'before-items': 'the part before the first "## "',
  item: 'an item',
  card: 'a card',
  'after-items': 'the part after "---"',
}

const wheres: { readonly [W in Where]: string } = {
  frontmatter: 'the frontmatter',
  vars: 'vars',
  variable: 'a variable',
  failback_data: 'failback_data',
  button: 'a button',
  coupon: 'a coupon',
  link: 'a link block',
  tail: 'a tail block',
  configuration: 'the configuration',
  sender: 'a sender',
  limits: 'limits',
  override: 'an override',
  target: 'a target',
  environment: 'a value from the environment',
}

const types: { readonly [T in ValueType]: string } = {
  text: 'text',
  number: 'a number',
  'whole number': 'a whole number',
  boolean: 'true or false',
  nothing: 'nothing',
  mapping: 'a mapping',
  list: 'a list',
}

const meant = suggestionIn.en
const oneOf = (values: readonly string[]): string => values.join(', ')
/** How a value is called: a whole file has no key, and the index of a list says nothing to people. */
const called = (key: string): string => (key === '' ? 'This' : /^\d+$/.test(key) ? 'This value' : `"${key}"`)

export const en: Words = {
  'file-unreadable': ({ reason }) => ({ message: `The file cannot be read: ${unreadableWords.en[reason]}.` }),
  'file-outside-root': () => ({
    message: 'The file is outside the project; move it into it.',
    help: 'Symbolic links are followed before this is decided.',
  }),
  'file-too-large': ({ bytes, maxBytes }) => ({
    message: `The file has ${fileSize(bytes, maxBytes)}; a message file may have at most ${fileSize(maxBytes)}.`,
  }),
  'file-not-utf8': () => ({
    message: 'The file is not UTF-8 from here on; save it as UTF-8.',
    help: 'Korean text from older programs is often in EUC-KR (CP949). Open it in that encoding and save it as UTF-8.',
  }),
  'file-empty': () => ({
    message: 'The file is empty; a message starts with frontmatter.',
    help: 'The smallest message:\n---\nkind: ft-text\n---\nHello!',
  }),
  'nul-character': () => ({
    message: 'A NUL character stands here; remove it.',
    help: 'A file with NUL characters is often UTF-16: save it as UTF-8.',
  }),
  'combining-marks': ({ max }) => ({
    message: `More than ${max} combining marks follow each other here; remove some.`,
    help: 'No writing system needs so many on one letter; bringing them into order takes programs minutes.',
  }),
  'lone-surrogate': () => ({ message: 'Half of a character (a lone surrogate) stands here; remove it.' }),

  'frontmatter-missing': () => ({
    message: 'The file does not start with frontmatter; put the settings between two lines of "---" at its top.',
    help: '---\nkind: ft-text\n---',
  }),
  'frontmatter-unclosed': () => ({
    message: 'The frontmatter is not closed; end it with a line of "---".',
    help: 'The closing line has exactly three "-" and starts in column 1.',
  }),
  ...yamlWords.en,
  ...mistypedWords.en,

  'key-duplicate': ({ key }) => ({ message: `The key "${key}" stands here a second time; remove one of the two.` }),
  'key-unknown': ({ key, where, allowed, suggestion }) => ({
    message: `"${key}" is not a key of ${wheres[where]}.${meant(suggestion)}`,
    help: `Allowed here: ${oneOf(allowed)}.`,
  }),
  'key-missing': ({ key, where }) => ({ message: `"${key}" is missing in ${wheres[where]}; add it.` }),
  'value-type': ({ key, expected, found, where, text }) => ({
    message: `${called(key)} is ${types[found]}; write ${expected.map((type) => types[type]).join(' or ')}.`,
    ...(found === 'boolean' &&
      expected.includes('text') && {
        help: `Text that reads true or false goes in quotes: ${/^\d*$/.test(key) ? '' : `${key}: `}"true"`,
      }),
    ...(where === 'vars' && { help: variableExample(key, text) }),
  }),
  'value-empty': ({ key }) => ({ message: `${called(key)} is empty; give it a value or remove it.` }),
  'number-unquoted': ({ key, text }) => ({
    message: `${called(key)} is a number; put it in quotes: "${text}".`,
    help: 'YAML reads digits as a number and loses a leading zero: 01012345678 becomes 1012345678.',
  }),
  'value-not-allowed': ({ key, value, allowed, suggestion }) => ({
    message: `"${value}" is not a value of "${key}"; use one of ${oneOf(allowed)}.${meant(suggestion)}`,
  }),
  'value-too-small': ({ key, value, min }) => ({ message: `${called(key)} is ${value}; it must be at least ${min}.` }),
  'id-invalid': ({ id }) => ({
    message: `"${id}" is not an id; use 1 to 64 of a-z, 0-9, ".", "_" and "-", the first a letter or digit.`,
  }),
  'id-from-path-invalid': ({ id }) => ({
    message: `The id that follows from the path, "${id}", is not one; add "id:" to the frontmatter.`,
    help: 'An id has 1 to 64 of a-z, 0-9, ".", "_" and "-", the first a letter or digit.',
  }),
  'id-duplicate': ({ id, other }) => ({
    message: `The id "${id}" belongs to ${other} too; give one of them another.`,
    help: 'The id, the release and the number identify a send for ever: two messages with one id would count as one.',
  }),
  'sender-unknown': ({ sender, known, suggestion }) => ({
    message: `The configuration has no sender "${sender}".${meant(suggestion)}`,
    help: `${known.length > 0 ? `Its senders: ${oneOf(known)}.` : 'Its "senders" is empty.'} A message that names no sender has "default".`,
  }),
  'failback-field-reserved': ({ key }) => ({
    message: `"${key}" is added when the message is sent; remove it from the file.`,
    help: 'Numbers come from the sender and the recipient, the secret key from the environment.',
  }),

  'variable-name-invalid': ({ name }) => ({
    message: `"${name}" is not a variable name; use 1 to 32 letters, digits or "_". For a literal "#{" write "\\#{".`,
  }),
  'variable-unclosed': () => ({ message: '"#{" is not closed by "}"; close it, or write "\\#{" for the characters.' }),
  'variable-undeclared': ({ name, suggestion }) => ({
    message: `The variable "${name}" is not declared under "vars".${meant(suggestion)}`,
    help: `vars:\n  ${name}: { max: 10, example: … }`,
  }),
  'variable-not-allowed': ({ name, field }) => ({
    message: `"#{${name}}" stands in ${field}, which takes no variables; write the value out.`,
  }),
  'variable-ambiguous': ({ name }) => ({
    message: `The literal "#{${name}}" cannot be told from the variable "${name}" of this message; rename the variable.`,
  }),

  'heading-not-allowed': ({ kind, depth, place }) => ({
    message: `A heading has no place in ${places[place]} of ${kind}; for text that starts with "#" write "\\${'#'.repeat(depth)} …".`,
    ...(kind === 'ft-carousel-feed' && depth === 1 && { help: 'Cards of a carousel start with "## ".' }),
  }),
  'header-repeated': () => ({ message: 'The message has a header already; remove one of the two.' }),
  'header-after-text': () => ({ message: 'The header stands after text; move it to the top.' }),
  'title-empty': ({ depth }) => ({ message: `Nothing follows the "${'#'.repeat(depth)}"; write a title.` }),
  'text-not-allowed': ({ kind, place }) => ({
    message: `Text has no place in ${places[place]} of ${kind}; move or remove it.`,
  }),
  'text-missing': ({ kind, place }) => ({
    message:
      place === 'card'
        ? 'The card has no text; write some below its title.'
        : `The message has no text; ${kind} needs some.`,
    ...(kind === 'ft-wide-item-list' || (kind === 'ft-carousel-feed' && place === 'message')
      ? { help: 'The text stands before the first "## ".' }
      : {}),
  }),
  'header-missing': () => ({ message: 'ft-wide-item-list needs a header; write "# …" above the text.' }),
  'items-missing': ({ kind }) => ({
    message:
      kind === 'ft-carousel-feed'
        ? 'The carousel has no cards; start each with "## ".'
        : 'The list has no items; start each with "## ".',
  }),
  'divider-not-allowed': ({ place }) => ({
    message: {
      message: 'This "---" has no place here; remove it.',
      'before-items': '"---" ends items or cards, but none stands above it; remove it.',
      item: '"---" ends the items, but more follow; remove it.',
      card: '"---" ends the cards, but more follow; remove it.',
      'after-items': 'The items or cards have ended already; remove this "---".',
    }[place],
  }),
  'image-not-allowed': ({ kind, place }) => ({
    message:
      kind === 'ft-text'
        ? 'ft-text has no image; remove it, or use ft-image or ft-wide.'
        : `An image has no place in ${places[place]} of ${kind}; move or remove it.`,
  }),
  'image-repeated': ({ place }) => ({
    message: `There is an image in ${places[place]} already; remove one of the two.`,
  }),
  'image-missing': ({ kind, place }) => ({
    message:
      place === 'message'
        ? `${kind} needs an image; add a line "![…](path)".`
        : `This ${place} needs an image; add a line "![…](path)".`,
  }),
  'button-not-allowed': ({ kind, place }) => ({
    message: `A button has no place in ${places[place]} of ${kind}; move or remove it.`,
    ...(kind === 'ft-carousel-feed' && { help: 'In a carousel the cards have the buttons.' }),
    ...(kind === 'ft-wide-item-list' && { help: 'Buttons stand before the first item or after "---".' }),
  }),
  'block-unknown': ({ name, suggestion }) => ({
    message: `"${name}" is not a block; use button, coupon, link or tail.${meant(suggestion)}`,
    help: 'For text that starts with three backticks, escape the first: \\```',
  }),
  'block-unclosed': ({ name }) => ({ message: `The ${name} block is not closed; end it with a line of "\`\`\`".` }),
  'block-not-allowed': ({ name, kind, place }) => ({
    message: `A ${name} block has no place in ${places[place]} of ${kind}; move or remove it.`,
  }),
  'coupon-repeated': () => ({ message: 'The card has a coupon already; remove one of the two.' }),
  'tail-repeated': () => ({ message: 'The carousel has a tail already; remove one of the two.' }),
  'comment-unclosed': () => ({
    message: 'The comment is not closed; end it with "-->", or write "\\<!--" for the characters.',
  }),

  'link-empty': () => ({ message: 'The link is empty; write where it leads.' }),
  'link-without-scheme': ({ link, suggestion }) => ({
    message: `"${link}" does not say what opens it; start it with "https://" or an app scheme such as "shop://".${meant(suggestion)}`,
  }),
  'link-scheme-not-allowed': ({ link }) => ({
    message: `"${link}" is not a web address; the link of an image starts with "https://" or "http://".`,
  }),
  'second-link-not-allowed': () => ({ message: 'An image has one link; remove the second.' }),
  'second-link-not-web': ({ link, suggestion }) => ({
    message: `The second link, "${link}", is not a web address; start it with "https://".${meant(suggestion)}`,
    help: 'After a web link it is the page for a PC, after an app link the page for phones without the app.',
  }),
  'item-link-missing': () => ({
    message: 'The item has no link; write "[![…](path)](https://…)" or a link block.',
  }),
  'item-link-repeated': () => ({ message: 'The item has a link already; remove one of the two.' }),
  'item-link-not-mobile': () => ({
    message: 'The item needs a web page for phones (url_mobile); add it as the second link or in a link block.',
  }),
  'button-attribute-not-allowed': ({ attribute, type, allowed }) => ({
    message: `A button of type ${type} has no "${attribute}"; remove it.`,
    help: `It has ${oneOf(allowed)}.`,
  }),
  'app-link-target-missing': () => ({
    message: 'A button of type AL leads nowhere; give it scheme_ios, scheme_android or url_mobile.',
  }),

  ...configurationWords.en,

  'image-path-empty': () => ({ message: 'The image has no path; write where the file is.' }),
  'image-path-absolute': ({ path }) => ({
    message: `"${path}" starts at the file system's root; write the path from the message file's folder.`,
  }),
  'image-outside-root': ({ path }) => ({
    message: `"${path}" is outside the project; move the image into it.`,
    help: 'Symbolic links are followed before this is decided.',
  }),
  'image-url-not-https': ({ url }) => ({ message: `"${url}" is not https; an uploaded image has an "https://" URL.` }),
  'image-not-found': ({ path, suggestion }) => ({
    message: `There is no file "${path}".${meant(suggestion)}`,
    ...(suggestion === undefined && {
      help: 'A path is relative to the message file. In file systems upper and lower case may differ.',
    }),
  }),
  'image-unreadable': ({ path, reason }) => ({ message: `"${path}" cannot be read: ${unreadableWords.en[reason]}.` }),
  'image-too-large': ({ path, bytes, maxBytes }) => ({
    message: `"${path}" has ${fileSize(bytes, maxBytes)}; files above ${fileSize(maxBytes)} are not read.`,
  }),
  'image-format': ({ path, format }) => ({
    message: `"${path}" is ${format === 'unknown' ? 'no image' : `a ${format} file`} by its content; use a JPEG or PNG file.`,
  }),
  'image-damaged': ({ path }) => ({ message: `"${path}" is damaged or cut off; export it again.` }),
  'image-unused': ({ path }) => ({ message: `No message uses "${path}"; remove it or refer to it.` }),
  'baseline-stale': ({ rule, path }) => ({
    message: `"${path}" has no such finding of "${rule}" any more; write the baseline again with --write-baseline.`,
  }),

  ...directiveWords.en,
  ...recipientsWords.en,
}
