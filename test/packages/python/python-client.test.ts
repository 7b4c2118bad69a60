import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../../local/identity-provider/issue-token.ts';
import { createClient } from '../../support/http/client.ts';
import { drawJpeg, drawQuadrants } from '../../support/images/draw.ts';
import { run } from '../../support/service/python-tools.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';

const TOOLS = resolve('.build/python/venv/bin');
const WIDTH = 1200;

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
/** The programs of an environment that has the wheel and nothing else. */
let programs: string;

async function runOrFail(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { code, output } = await run(command, args, {
    cwd: folder.path,
    env: { ...process.env, ...env },
  });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${output}`);
  return output;
}

async function writeProgram(name: string, code: string): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, code);
  return path;
}

async function runPython(name: string, code: string, ...args: string[]): Promise<string[]> {
  const path = await writeProgram(name, code);
  const printed = await runOrFail(join(programs, 'python'), [path, ...args], {
    IMAGEWELL_URL: service.baseUrl,
    IMAGEWELL_API_KEY: service.apiKey,
    IMAGEWELL_UPLOAD_KEY: service.uploadKey,
  });
  return printed.trim().split('\n');
}

async function findTypeFaults(name: string, code: string): Promise<string> {
  const path = await writeProgram(name, code);
  const options = ['--strict', '--python-executable', join(programs, 'python'), path];
  const { output } = await run(join(TOOLS, 'mypy'), options, { cwd: folder.path });
  return output.trim();
}

function readExample(): string {
  const page = readFileSync('docs/guides/python.md', 'utf8');
  const [, code] = /<!-- example: python client -->\n```python\n(.*?\n)```/s.exec(page) ?? [];
  if (code === undefined) throw new Error('docs/guides/python.md has no example');
  return code;
}

/** API keys, each with its scopes, of a new user's project that keeps bytes for a week. */
async function createKeys(
  email: string,
  scopesOfKeys: readonly (readonly string[])[],
): Promise<string[]> {
  const token = await issueToken(service.dataDir, email);
  const headers = { 'X-API-Key': '', Authorization: `Bearer ${token}` };
  const call = async (name: string, body: object) => {
    const { status, json } = await createClient(service).call(name, body, headers);
    if (status !== 200) throw new Error(JSON.stringify(json));
    return json;
  };
  const [{ projectId }] = (await call('list-projects', {})).projects;
  await call('update-project', { projectId, keepDays: 7 });
  const made = scopesOfKeys.map((scopes) =>
    call('create-api-key', { projectId, name: 'python', scopes }),
  );
  return (await Promise.all(made)).map(({ apiKey }) => apiKey);
}

beforeAll(async () => {
  folder = await makeDataFolder();
  const packed = await runOrFail(process.execPath, [resolve('scripts/pack/pack-python.ts')]);
  const wheel = packed.split('\n').find((line) => line.endsWith('.whl')) ?? '';
  const venv = join(folder.path, 'venv');
  programs = join(venv, 'bin');
  await runOrFail('python3', ['-m', 'venv', venv]);
  await runOrFail(join(programs, 'pip'), ['install', '--quiet', '--no-input', wheel]);
  await mkdir(join(folder.path, 'images'));
  await writeFile(join(folder.path, 'images/bridge.jpg'), await drawJpeg(WIDTH, 900));
  service = await startService(join(folder.path, 'data'), '--plan', 'unlimited');
});
afterAll(async () => {
  await service?.stop();
  await rm(folder.path, { recursive: true, force: true, maxRetries: 5 });
});

describe('the Python client, installed from its wheel', () => {
  it('runs the example of its page: upload, save, get, resize, list, delete, and a problem', async () => {
    const printed = await runPython('example.py', readExample(), 'images/bridge.jpg');
    expect(printed).toEqual([
      'bridge.jpg 1200 900 A bridge',
      'image/webp True',
      'True',
      'image_marked_for_deletion',
      '404 image_not_found',
    ]);
  });

  it('has types by which mypy accepts the example, and refuses wrong ones', async () => {
    expect(await findTypeFaults('typed.py', readExample())).toContain('Success');
    const wrong = readExample().replace('width=400', 'width="400", tint=1');
    const faults = await findTypeFaults('wrong.py', wrong);
    expect(faults).toContain('"tint"');
    expect(faults).toMatch(/"str"; expected "int"/);
  });

  it('names its classes after the document, none by a status or a number', async () => {
    const list = 'from imagewell_client import models\nprint("\\n".join(models.__all__))\n';
    const names = await runPython('names.py', list);
    expect(names).toEqual(expect.arrayContaining(['Image', 'Project', 'Key', 'WebhookDelivery']));
    expect(names.filter((name) => /Body|\d/.test(name))).toEqual([]);
  });

  it('uploads a large image by a form, in both ways, and can save it when it is validated', async () => {
    const code = `
import os, sys, time
from imagewell_client import Client
from imagewell_client.api.images import save_temporary_image
from imagewell_client.connect import connect_with_api_key
from imagewell_client.models import SaveTemporaryImageRequest
from imagewell_client.problems import ImagewellError, require
from imagewell_client.transformation import MAX_UPLOAD_BYTES
from imagewell_client.uploads import upload_project_image, upload_temporary_image

url = os.environ["IMAGEWELL_URL"]
small = open(sys.argv[1], "rb").read()
large = small + bytes(MAX_UPLOAD_BYTES)
client = connect_with_api_key(url, os.environ["IMAGEWELL_API_KEY"])
uploaded = [
    upload_temporary_image(Client(url), os.environ["IMAGEWELL_UPLOAD_KEY"], large, "image/jpeg"),
    upload_project_image(client, large, "image/jpeg", filename="große Brücke.jpg"),
    upload_project_image(client, small),
]
for one in uploaded:
    request = SaveTemporaryImageRequest(one.temporary_image_url)
    for _ in range(100):
        try:
            print(require(save_temporary_image.sync(client=client, body=request)).image_id[:4])
            break
        except ImagewellError as error:
            assert error.problem.code == "temporary_image_pending", error
            time.sleep(0.1)
try:
    upload_project_image(client, b"none", "image/jpeg")
except ImagewellError as error:
    print(error.problem.code)
`;
    const printed = await runPython('large.py', code, 'images/bridge.jpg');
    expect(printed).toEqual(['img_', 'img_', 'img_', 'content_type_mismatch']);
  });

  it('signs URLs that a project with required signatures serves, and refuses unsignable ones', async () => {
    const operator = [
      resolve('bin/cli.ts'),
      'admin',
      'projects',
      '--json',
      '--data',
      service.dataDir,
    ];
    const secret = JSON.parse(
      await runOrFail(process.execPath, [...operator, 'create-signing-secret']),
    );
    await runOrFail(process.execPath, [...operator, 'set', 'requireSignature=true']);
    const code = `
import os, sys
from datetime import datetime, timedelta, timezone
import httpx
from imagewell_client.api.images import save_temporary_image
from imagewell_client.connect import connect_with_api_key
from imagewell_client.image_urls import image_url, sign_image_url
from imagewell_client.models import SaveTemporaryImageRequest
from imagewell_client.problems import require
from imagewell_client.uploads import upload_project_image

client = connect_with_api_key(os.environ["IMAGEWELL_URL"], os.environ["IMAGEWELL_API_KEY"])
temporary = upload_project_image(client, open(sys.argv[1], "rb").read(), "image/jpeg")
request = SaveTemporaryImageRequest(temporary.temporary_image_url)
saved = require(save_temporary_image.sync(client=client, body=request)).image_url
expires = datetime.now(timezone.utc) + timedelta(hours=1)
urls = [
    saved,
    image_url(saved, width=300, height=200, quality=70),
    image_url(saved, extension="png", quality=70, width=300),
    image_url(saved, extension="jpeg", quality=50),
    image_url(saved, extension="auto", width=20),
]
print(*[httpx.get(sign_image_url(url, secret=sys.argv[2], expires=expires)).status_code for url in urls])
print(httpx.get(urls[1]).status_code)
try:
    sign_image_url(image_url(saved, blur=2.0), secret=sys.argv[2], expires=expires)
except ValueError as error:
    print(error)
print(urls[0] + "?overlay-width=9" == image_url(saved, overlay_width=9))
print(urls[0] + "?overlay-text=a%20%2B%20b%26c" == image_url(saved, overlay_text="a + b&c"))
`;
    const printed = await runPython('sign.py', code, 'images/bridge.jpg', secret.secret);
    expect(printed).toEqual([
      '200 200 200 200 200',
      '403',
      'Use a preset in place of blur.',
      'True',
      'True',
    ]);
  });

  it('opens a private image by a grant, for a key that may give one (private.grants, private.path)', async () => {
    const code = `
import os, sys
import httpx
from imagewell_client.api.images import create_access_grant, save_temporary_image
from imagewell_client.connect import connect_with_api_key
from imagewell_client.image_urls import image_url
from imagewell_client.models import CreateAccessGrantRequest, SaveTemporaryImageRequest
from imagewell_client.problems import ImagewellError, require
from imagewell_client.uploads import upload_project_image

url = os.environ["IMAGEWELL_URL"]
photo = open(sys.argv[1], "rb").read()
client = connect_with_api_key(url, sys.argv[2])

uploads = [upload_project_image(client, photo, "image/jpeg") for _ in range(2)]
saved, other = (
    require(
        save_temporary_image.sync(
            client=client,
            body=SaveTemporaryImageRequest(one.temporary_image_url, visibility="private"),
        )
    )
    for one in uploads
)
request = CreateAccessGrantRequest(image_id=saved.image_id, life_seconds=600)
grant = require(create_access_grant.sync(client=client, body=request))
resized = image_url(saved.image_url, extension="png", width=40)
print("/private/prj_" in saved.image_url)
print(grant.image_url == f"{saved.image_url}?{grant.query_string}")
print(httpx.get(grant.image_url or "").status_code, httpx.get(f"{resized}&{grant.query_string}").status_code)
print(httpx.get(saved.image_url).status_code, httpx.get(f"{other.image_url}?{grant.query_string}").status_code)
public = f"{url}/res/{saved.image_id}.jpg"
print(httpx.get(public).status_code, httpx.get(f"{public}?{grant.query_string}").status_code)
cookies = {cookie.name: cookie.value for cookie in grant.cookies}
print(httpx.get(saved.image_url, cookies=cookies).status_code)
try:
    usual = connect_with_api_key(url, sys.argv[3])
    require(create_access_grant.sync(client=usual, body=request))
except ImagewellError as error:
    print(error.problem.status, error.problem.code)
`;
    const scopes = [
      ['images:save', 'images:grant'],
      ['images:save', 'images:read'],
    ];
    const keys = await createKeys('grants@example.com', scopes);
    const printed = await runPython('grants.py', code, 'images/bridge.jpg', ...keys);
    expect(printed).toEqual([
      'True',
      'True',
      '200 200',
      '403 403',
      '404 404',
      '200',
      '403 insufficient_scope',
    ]);
    expect(await findTypeFaults('grants.py', code)).toContain('Success');
  });

  it('restores an image from the bin, and former bytes from its versions (keeping.restore, keeping.restore-version)', async () => {
    await writeFile(
      join(folder.path, 'images/tower.png'),
      await drawQuadrants(40, 60).png().toBuffer(),
    );
    const code = `
import os, sys
import httpx
from imagewell_client.api.images import (
    delete_image,
    list_bin,
    list_image_versions,
    replace_image,
    restore_image,
    restore_image_version,
    save_temporary_image,
)
from imagewell_client.connect import connect_with_api_key
from imagewell_client.models import (
    DeleteImageRequest,
    ListBinRequest,
    ListImageVersionsRequest,
    ReplaceImageRequest,
    RestoreImageRequest,
    RestoreImageVersionRequest,
    SaveTemporaryImageRequest,
)
from imagewell_client.problems import require
from imagewell_client.uploads import upload_project_image

client = connect_with_api_key(os.environ["IMAGEWELL_URL"], sys.argv[3])
first, second = (
    upload_project_image(client, open(path, "rb").read()).temporary_image_url
    for path in sys.argv[1:3]
)
saving = SaveTemporaryImageRequest(first)
image_id = require(save_temporary_image.sync(client=client, body=saving)).image_id
replacing = ReplaceImageRequest(image_id=image_id, temporary_image_url=second)
print(require(replace_image.sync(client=client, body=replacing)).image_url[-4:])

deleting = DeleteImageRequest(image_id=image_id)
print(require(delete_image.sync(client=client, body=deleting)).message)
kept = require(list_bin.sync(client=client, body=ListBinRequest())).images
print([(image.image_id == image_id, image.width, image.height) for image in kept])
print(httpx.get(kept[0].original_url or "").status_code)
restored = require(restore_image.sync(client=client, body=RestoreImageRequest(image_id=image_id)))
print(restored.message, len(require(list_bin.sync(client=client, body=ListBinRequest())).images))

listing = ListImageVersionsRequest(image_id=image_id)
versions = require(list_image_versions.sync(client=client, body=listing)).versions
print([(version.width, version.height, version.kept_until is None) for version in versions])
print(httpx.get(versions[0].original_url or "").status_code)
wish = RestoreImageVersionRequest(image_id=image_id, version_id=versions[0].version_id)
back = require(restore_image_version.sync(client=client, body=wish))
print(back.message, back.image_url[-4:])
versions = require(list_image_versions.sync(client=client, body=listing)).versions
print([(version.width, version.height) for version in versions])
`;
    const scopes = ['images:save', 'images:read', 'images:delete'];
    const keys = await createKeys('bin@example.com', [scopes]);
    const files = ['images/bridge.jpg', 'images/tower.png'];
    const printed = await runPython('restore.py', code, ...files, ...keys);
    expect(printed).toEqual([
      '.png',
      'image_marked_for_deletion',
      '[(True, 40, 60)]',
      '200',
      'image_restored 0',
      `[(${WIDTH}, 900, False)]`,
      '200',
      'version_restored .jpg',
      '[(40, 60)]',
    ]);
    expect(await findTypeFaults('restore.py', code)).toContain('Success');
  });
});
