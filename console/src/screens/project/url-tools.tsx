import { signImageUrl } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { formatMoment } from '../../texts/format.ts';
import { PROJECT_TEXTS, URL_TOOL_TEXTS } from '../../texts/project-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Field, Form } from '../../ui/field.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { choicesOf, ValueLine } from '../../ui/segment.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { checkUrl, type Finding, isBase64Of32 } from './check-url.ts';

type Tool = 'sign' | 'check';
type Seconds = keyof typeof PROJECT_TEXTS.ends;

const TOOLS = (['sign', 'check'] as const).map((value) => ({
  value,
  label: URL_TOOL_TEXTS[value].label,
}));
const ENDS = choicesOf(PROJECT_TEXTS.ends);

export interface UrlToolsProps {
  /** The URL to begin with. */
  readonly url: string;
  /** A secret that was made on this page; else it is pasted. */
  readonly made: string;
  /** The ends of the project's secrets. */
  readonly lastFours: readonly string[];
}

interface Result {
  readonly signed?: string;
  readonly until?: string;
  readonly findings?: readonly Finding[];
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <dl class="facts findings">
      {findings.map(({ part, isGood, text }) => (
        <>
          <dt>{part}</dt>
          <dd>
            <Badge kind={isGood ? 'ok' : 'bad'} icon={isGood ? 'check' : 'x'}>
              {isGood ? PROJECT_TEXTS.good : PROJECT_TEXTS.bad}
            </Badge>{' '}
            {text}
          </dd>
        </>
      ))}
    </dl>
  );
}

function ResultOf({ signed, until = '', findings }: Result) {
  return (
    <div role="status">
      {signed !== undefined && (
        <>
          <Code text={signed} what={PROJECT_TEXTS.signed} />
          <p class="dim">{PROJECT_TEXTS.signedUntil(formatMoment(until))}</p>
        </>
      )}
      {findings && <Findings findings={findings} />}
    </div>
  );
}

async function signUrl(url: string, secret: string, seconds: Seconds): Promise<Result> {
  const expires = new Date(Date.now() + Number(seconds) * 1000);
  const signed = await signImageUrl(url, { secret, expires });
  return { signed, until: expires.toISOString() };
}

interface SecretFieldProps extends Pick<UrlToolsProps, 'lastFours'> {
  readonly secret: string;
  readonly onSecret: (secret: string) => void;
}

function SecretField({ secret, lastFours, onSecret }: SecretFieldProps) {
  const isSecret = isBase64Of32(secret);
  const isForeign = isSecret && !lastFours.some((end) => secret.endsWith(end));
  return (
    <Field
      label={PROJECT_TEXTS.secretField}
      value={secret}
      isCode
      hint={isForeign ? PROJECT_TEXTS.secretOther : PROJECT_TEXTS.secretHint}
      fault={secret === '' || isSecret ? undefined : PROJECT_TEXTS.secretFault}
      onInput={onSecret}
    />
  );
}

interface ToolFormProps extends SecretFieldProps {
  readonly tool: Tool;
  readonly url: string;
  readonly onUrl: (url: string) => void;
  readonly seconds: Seconds;
  readonly onSeconds: (seconds: Seconds) => void;
}

function ToolForm(props: ToolFormProps) {
  const { tool, url, onUrl, secret, onSecret, seconds, onSeconds, lastFours } = props;
  const [result, setResult] = useState<Result>({});
  const { isBusy, fault, run } = useAction();
  const text = url.trim();
  const isReady = isBase64Of32(secret) && text !== '';
  const start = () => {
    setResult({});
    void run(async () =>
      setResult(
        tool === 'check'
          ? { findings: await checkUrl(text, secret, Date.now()) }
          : await signUrl(text, secret, seconds),
      ),
    );
  };
  return (
    <Form isReady={isReady} onSubmit={start}>
      <SecretField secret={secret} lastFours={lastFours} onSecret={onSecret} />
      <Field
        label={PROJECT_TEXTS.url}
        value={url}
        isCode
        hint={URL_TOOL_TEXTS[tool].hint}
        onInput={onUrl}
      />
      {tool === 'sign' && (
        <ValueLine
          label={PROJECT_TEXTS.endsIn}
          value={seconds}
          choices={ENDS}
          onChange={onSeconds}
        />
      )}
      <div class="row-c settings-foot">
        <Button type="submit" isDisabled={!isReady || isBusy}>
          {URL_TOOL_TEXTS[tool].now}
        </Button>
      </div>
      <FaultBanner fault={fault} what={PROJECT_TEXTS.signFailed} />
      <ResultOf {...result} />
    </Form>
  );
}

/** Signs a URL, or names the faults of a signed one; the secret stays in this page. */
export function UrlTools({ url, made, lastFours }: UrlToolsProps) {
  const [tool, setTool] = useState<Tool>('sign');
  const [urls, setUrls] = useState({ sign: url, check: '' });
  const [pasted, setPasted] = useState<string>();
  const [seconds, setSeconds] = useState<Seconds>('86400');
  return (
    <>
      <h3 class="part">{PROJECT_TEXTS.tools}</h3>
      <Tabs label={PROJECT_TEXTS.tools} tabs={TOOLS} value={tool} onChange={setTool}>
        <ToolForm
          key={tool}
          tool={tool}
          url={urls[tool]}
          onUrl={(value) => setUrls({ ...urls, [tool]: value })}
          secret={(pasted ?? made).trim()}
          onSecret={setPasted}
          seconds={seconds}
          onSeconds={setSeconds}
          lastFours={lastFours}
        />
      </Tabs>
    </>
  );
}
