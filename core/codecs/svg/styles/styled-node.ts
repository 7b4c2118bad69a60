import type { Options } from 'css-select';
import type { XmlAttribute, XmlElement } from '../read-xml.ts';
import type { StyleWork } from '../style-work.ts';

/** An element in its document, as selectors see it. */
export interface StyledNode {
  readonly element: XmlElement;
  readonly parent: StyledNode | undefined;
  /** Its place among the elements of its parent. */
  readonly place: number;
  readonly children: readonly StyledNode[];
  /** Attributes by name, for elements that a selector asks for one. */
  named: ReadonlyMap<string, string> | undefined;
}

const isElement = (child: XmlElement | string) => typeof child !== 'string';
const NO_CHILDREN: readonly StyledNode[] = [];

/** The attributes of an element without a prefix. */
export function attributesOf({ attributes }: XmlElement): ReadonlyMap<string, string> {
  const byName = new Map<string, string>();
  for (const { name, namespace, value } of attributes) {
    if (namespace === '') byName.set(name, value);
  }
  return byName;
}

/** The value of an attribute without a prefix, which is searched: an element has 200 at most. */
export function attributeOf({ attributes }: XmlElement, requested: string): string | undefined {
  for (let at = attributes.length - 1; at >= 0; at -= 1) {
    const { name, namespace, value } = attributes[at] as XmlAttribute;
    if (name === requested && namespace === '') return value;
  }
  return undefined;
}

function namedOf(node: StyledNode): ReadonlyMap<string, string> {
  node.named ??= attributesOf(node.element);
  return node.named;
}

function nodeOf(element: XmlElement, parent: StyledNode | undefined, place: number): StyledNode {
  return { element, parent, place, children: NO_CHILDREN, named: undefined };
}

/** All elements of a document below a root, whose depth the reader of XML bounds. */
export function styledTreeOf(root: XmlElement): StyledNode {
  const fill = (node: { -readonly [Name in keyof StyledNode]: StyledNode[Name] }): StyledNode => {
    const { children } = node.element;
    if (children.length === 0) return node;
    node.children = children.filter(isElement).map((child, at) => fill(nodeOf(child, node, at)));
    return node;
  };
  return fill(nodeOf(root, undefined, 0));
}

/** Those of a parent, the node among them. */
const siblingsOf = (node: StyledNode) => node.parent?.children ?? [node];

type Tree = NonNullable<Options<StyledNode, StyledNode>['adapter']>;

/** How css-select reads the tree; each answer is counted by its size. */
export function treeOf(work: StyleWork): Tree {
  const step = <T>(answer: T): T => {
    work.addSteps(1);
    return answer;
  };
  const all = (nodes: readonly StyledNode[]) => {
    work.addSteps(nodes.length + 1);
    return nodes as StyledNode[];
  };
  return {
    isTag: (node): node is StyledNode => node !== undefined,
    getAttributeValue: (node, name) => {
      const value = namedOf(node).get(name);
      work.addAttribute(value);
      return value;
    },
    hasAttrib: (node, name) => step(namedOf(node).has(name)),
    getChildren: ({ children }) => all(children),
    getName: ({ element }) => step(element.name),
    getParent: ({ parent }) => step(parent ?? null),
    getSiblings: (node) => all(siblingsOf(node)),
    prevElementSibling: (node) => step(siblingsOf(node)[node.place - 1] ?? null),
    getText: ({ element }) => {
      const texts = element.children.filter((child) => typeof child === 'string');
      work.addSteps(element.children.length);
      const text = texts.join('');
      work.addAttribute(text);
      return text;
    },
    removeSubsets: (nodes) => nodes,
  };
}
