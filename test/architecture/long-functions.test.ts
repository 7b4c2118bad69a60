import { describe, expect, it } from 'vitest';
import { filesOfRooms, readRoomMap } from '../support/sources/room-imports.ts';
import {
  isSyntaxNode,
  nameOf,
  parseFile,
  parseSource,
  type SyntaxNode,
  visitSyntax,
} from '../support/sources/syntax-tree.ts';

const MAX_LINES = 50;

/** Functions of the console above the bound, with their lines: numbers only fall. */
const LONG_IN_CONSOLE: Readonly<Record<string, number>> = {
  'console/src/images/image-list.ts createList': 71,
  'console/src/presets/preset-dialog.tsx PresetDialog': 101,
  'console/src/screens/account/project-table.tsx ProjectTable': 58,
  'console/src/screens/audit/audit-table.tsx AuditTable': 56,
  'console/src/screens/gallery/delete-dialog.tsx DeleteDialog': 59,
  'console/src/screens/gallery/gallery-screen.tsx Gallery': 128,
  'console/src/screens/gallery/image-grid.tsx ImageGrid': 108,
  'console/src/screens/gallery/image-tile.tsx ImageTile': 54,
  'console/src/screens/gallery/metadata-dialog.tsx MetadataDialog': 103,
  'console/src/screens/gallery/search-field.tsx SearchField': 85,
  'console/src/screens/image/focal-stage.tsx FocalStage': 67,
  'console/src/screens/image/formats-panel.tsx FormatsPanel': 53,
  'console/src/screens/image/image-screen.tsx Shown': 113,
  'console/src/screens/image/metadata-panel.tsx MetadataPanel': 142,
  'console/src/screens/image/missing-image.tsx MissingImage': 59,
  'console/src/screens/keys/keys-screen.tsx KeysScreen': 76,
  'console/src/screens/keys/new-key-dialog.tsx NewKeyDialog': 62,
  'console/src/screens/playground/draw-on-image.tsx DrawRect': 73,
  'console/src/screens/playground/playground-screen.tsx Bench': 144,
  'console/src/screens/playground/playground-screen.tsx PlaygroundScreen': 67,
  'console/src/screens/project/origins-panel.tsx OriginsPanel': 105,
  'console/src/screens/project/presets-panel.tsx PresetsPanel': 107,
  'console/src/screens/project/project-screen.tsx ProjectScreen': 97,
  'console/src/screens/project/project-screen.tsx function': 58,
  'console/src/screens/project/settings-panel.tsx SettingsPanel': 56,
  'console/src/screens/project/signing-panel.tsx SigningPanel': 98,
  'console/src/screens/project/url-tools.tsx UrlTools': 103,
  'console/src/screens/team/invitation-table.tsx InvitationTable': 58,
  'console/src/screens/team/invite-dialog.tsx InviteDialog': 61,
  'console/src/screens/team/member-dialogs.tsx RemoveDialog': 56,
  'console/src/screens/team/team-screen.tsx TeamScreen': 94,
  'console/src/screens/usage/day-chart.tsx DayChart': 102,
  'console/src/screens/usage/top-images.tsx TopImages': 67,
  'console/src/screens/usage/usage-screen.tsx UsageScreen': 72,
  'console/src/screens/webhooks/delivery-panel.tsx DeliveryPanel': 77,
  'console/src/screens/webhooks/delivery-panel.tsx DeliveryTable': 76,
  'console/src/screens/webhooks/webhook-dialog.tsx WebhookDialog': 58,
  'console/src/screens/webhooks/webhook-steps.tsx Steps': 71,
  'console/src/screens/webhooks/webhook-table.tsx WebhookTable': 62,
  'console/src/screens/webhooks/webhooks-screen.tsx WebhooksScreen': 82,
  'console/src/uploads/drop-overlay.tsx useDrop': 55,
  'console/src/uploads/upload-tray.tsx UploadTray': 65,
};

/** The same of all other rooms. */
const LONG: Readonly<Record<string, number>> = {
  'adapters/s3/bucket-archive.ts createBucketArchive': 52,
  'adapters/s3/object-store-with.ts createObjectStoreWith': 61,
  'adapters/sqlite/members/owners.ts createSqliteOwners': 61,
  'adapters/sqlite/projects/project-data-cleanup.ts createSqliteProjectDataCleanup': 51,
  'adapters/sqlite/projects/project-store.ts createSqliteProjectStore': 52,
  'adapters/sqlite/renditions/rendition-store.ts prepareRows': 62,
  'adapters/sqlite/sign-in/attempts.ts createAttempts': 54,
  'adapters/sqlite/sign-in/door-accounts.ts createDoorAccounts': 60,
  'bench/auto-quality/fit-model.ts fitModel': 53,
  'cli/import/csv.ts createParser': 56,
  'core/transform/transformation.ts resolve': 66,
  'lib/image-service.ts constructor': 103,
  'lib/setting-conflicts.ts describeConflicts': 56,
  'local/lambda/local-services.ts createLocalServices': 61,
  'scripts/console/describe-parameters.ts describeParameters': 56,
  'scripts/describe-command-line.ts describeCommandLine': 56,
  'scripts/describe.ts describeTransformations': 87,
  'scripts/test-cloud.ts testCloud': 60,
  'scripts/translate/describe-translations.ts describeTranslations': 65,
};

/** The name of a function, or of the variable or property that has it; of none: `function`. */
function functionName(node: SyntaxNode, parent: SyntaxNode | undefined): string {
  const named = [node.id, parent?.type === 'VariableDeclarator' ? parent.id : parent?.key];
  return named.filter(isSyntaxNode).map(nameOf)[0] || 'function';
}

/** The functions above the bound, each with its lines; one in another counts for both. */
function longFunctions(source: string, tree: SyntaxNode): [name: string, lines: number][] {
  const found: [string, number][] = [];
  visitSyntax(tree, (node, ancestors) => {
    if (!/^(Arrow)?Function(Expression|Declaration)$|^ArrowFunction/.test(node.type)) return;
    const lines = source.slice(node.start, node.end).split('\n').length;
    if (lines > MAX_LINES) found.push([functionName(node, ancestors.at(-1)), lines]);
  });
  return found;
}

describe('functions above 50 lines', () => {
  const found = filesOfRooms([...readRoomMap().keys()]).flatMap((file) => {
    const { source, tree } = parseFile(file);
    return longFunctions(source, tree).map(([name, lines]) => [`${file} ${name}`, lines] as const);
  });
  const isOfConsole = (name: string) => name.startsWith('console/');

  it('are those of the list, which only gets shorter, and none of them grows', () => {
    const others = found.filter(([name]) => !isOfConsole(name));
    expect(Object.fromEntries(others.sort())).toEqual(LONG);
  });

  it('of the console are those of its list', () => {
    const ofConsole = found.filter(([name]) => isOfConsole(name));
    expect(Object.fromEntries(ofConsole.sort())).toEqual(LONG_IN_CONSOLE);
  });

  const LINES = '\n'.repeat(MAX_LINES);
  it.each([
    ['long', `function long() {${LINES}}`],
    ['long', `const long = async () => {${LINES}};`],
    ['long', `const all = { long() {${LINES}} };`],
    ['constructor', `class A { constructor() {${LINES}} }`],
    ['function', `run(() => {${LINES}});`],
  ])('are found: %s of %j', (name, source) => {
    expect(longFunctions(source, parseSource(source))).toEqual([[name, MAX_LINES + 1]]);
    const shorter = source.replace('\n', '');
    expect(longFunctions(shorter, parseSource(shorter))).toEqual([]);
  });
});
