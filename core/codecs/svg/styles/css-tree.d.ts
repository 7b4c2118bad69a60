/** The entries of css-tree without its lexer, whose types its package of types lacks. */
declare module 'css-tree/parser' {
  // biome-ignore lint/style/noDefaultExport: the entry has one
  export { parse as default } from 'css-tree';
}

declare module 'css-tree/generator' {
  // biome-ignore lint/style/noDefaultExport: the entry has one
  export { generate as default } from 'css-tree';
}
