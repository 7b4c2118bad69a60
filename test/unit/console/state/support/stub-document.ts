import { vi } from 'vitest';

class StubElement {
  readonly tagName: string;
  readonly type: string;
  readonly isContentEditable = false;

  constructor(tagName: string, type = '') {
    this.tagName = tagName;
    this.type = type;
  }

  closest(): StubLink | null {
    return null;
  }
}

/** A link of a page, and the target of a click on it. */
export class StubLink extends StubElement {
  readonly href: string;
  readonly target: string;
  readonly isDownload: boolean;

  constructor(href: string, { target = '', isDownload = false } = {}) {
    super('A');
    this.href = href;
    this.target = target;
    this.isDownload = isDownload;
  }

  override closest(): StubLink {
    return this;
  }

  hasAttribute(name: string): boolean {
    return name === 'download' && this.isDownload;
  }
}

/** The document of a page, as far as links and keys need it. */
export function stubDocument() {
  let onClick: (event: unknown) => void = () => undefined;
  let hasDialog = false;
  vi.stubGlobal('document', {
    addEventListener: (_: string, then: typeof onClick) => {
      onClick = then;
    },
    querySelector: () => (hasDialog ? {} : null),
  });
  vi.stubGlobal('Element', StubElement);
  vi.stubGlobal('HTMLElement', StubElement);
  vi.stubGlobal('HTMLInputElement', StubElement);
  return {
    /** Clicks: whether the browser was kept from following the link itself. */
    click(link: StubLink | null, { isTaken = false, ...keys }: { isTaken?: boolean } = {}) {
      let isPrevented = false;
      const preventDefault = () => {
        isPrevented = true;
      };
      const target = link ?? new StubElement('DIV');
      onClick({ button: 0, defaultPrevented: isTaken, target, preventDefault, ...keys });
      return isPrevented;
    },
    field: (tagName: string, type = '') => new StubElement(tagName, type),
    openDialog: (isOpen: boolean) => {
      hasDialog = isOpen;
    },
  };
}
