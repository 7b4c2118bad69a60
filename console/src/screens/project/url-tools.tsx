import { signImageUrl } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { formatMoment } from '../../texts/format.ts';
import { PROJECT_TEXTS } from '../../texts/project-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Field } from '../../ui/field.tsx';
import { choicesOf, ValueLine } from '../../ui/segment.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAction } from '../../ui/use-action.ts';
import { checkUrl, type Finding, isBase64Of32 } from './check-url.ts';

type Tool = 'sign' | 'check';
type Seconds = keyof typeof PROJECT_TEXTS.ends;

const TOOLS = (['sign', 'check'] as const).map((value) => ({
  value,
  label: PROJECT_TEXTS[value],
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

/** Signs a URL, or names the faults of a signed one; the secret stays in this page. */
export function UrlTools({ url, made, lastFours }: UrlToolsProps) {
  const [tool, setTool] = useState<Tool>('sign');
  const [urls, setUrls] = useState({ sign: url, check: '' });
  const [pasted, setPasted] = useState<string>();
  const [seconds, setSeconds] = useState<Seconds>('86400');
  const [result, setResult] = useState<Result>({});
  const { isBusy, fault, run } = useAction();
  const secret = (pasted ?? made).trim();
  const isSecret = isBase64Of32(secret);
  const isForeign = isSecret && !lastFours.some((end) => secret.endsWith(end));
  const text = urls[tool].trim();
  const act = async () => {
    if (tool === 'check') {
      setResult({ findings: await checkUrl(text, secret, Date.now()) });
      return;
    }
    const end = new Date(Date.now() + Number(seconds) * 1000);
    setResult({
      signed: await signImageUrl(text, { secret, expires: end }),
      until: end.toISOString(),
    });
  };
  const start = () => {
    setResult({});
    void run(act);
  };
  return (
    <>
      <h3 class="part">{PROJECT_TEXTS.tools}</h3>
      <Tabs
        label={PROJECT_TEXTS.tools}
        tabs={TOOLS}
        value={tool}
        onChange={(value) => {
          setTool(value);
          setResult({});
        }}
      >
        <form
          class="settings"
          autocomplete="off"
          onSubmit={(event) => {
            event.preventDefault();
            if (isSecret && text !== '') start();
          }}
        >
          <Field
            label={PROJECT_TEXTS.secretField}
            value={secret}
            isCode
            hint={isForeign ? PROJECT_TEXTS.secretOther : PROJECT_TEXTS.secretHint}
            fault={secret === '' || isSecret ? undefined : PROJECT_TEXTS.secretFault}
            onInput={setPasted}
          />
          <Field
            label={PROJECT_TEXTS.url}
            value={urls[tool]}
            isCode
            hint={tool === 'sign' ? PROJECT_TEXTS.signHint : PROJECT_TEXTS.checkHint}
            onInput={(value) => setUrls({ ...urls, [tool]: value })}
          />
          {tool === 'sign' && (
            <ValueLine
              label={PROJECT_TEXTS.endsIn}
              value={seconds}
              choices={ENDS}
              onChange={setSeconds}
            />
          )}
          <div class="row-c settings-foot">
            <Button type="submit" isDisabled={!isSecret || text === '' || isBusy}>
              {tool === 'sign' ? PROJECT_TEXTS.signNow : PROJECT_TEXTS.checkNow}
            </Button>
          </div>
          {fault !== undefined && <FaultBanner fault={fault} what={PROJECT_TEXTS.signFailed} />}
          <div role="status">
            {result.signed !== undefined && (
              <>
                <Code text={result.signed} what={PROJECT_TEXTS.signed} />
                <p class="dim">{PROJECT_TEXTS.signedUntil(formatMoment(result.until ?? ''))}</p>
              </>
            )}
            {result.findings && (
              <dl class="facts findings">
                {result.findings.map(({ part, isGood, text: told }) => (
                  <>
                    <dt>{part}</dt>
                    <dd>
                      <Badge kind={isGood ? 'ok' : 'bad'} icon={isGood ? 'check' : 'x'}>
                        {isGood ? PROJECT_TEXTS.good : PROJECT_TEXTS.bad}
                      </Badge>{' '}
                      {told}
                    </dd>
                  </>
                ))}
              </dl>
            )}
          </div>
        </form>
      </Tabs>
    </>
  );
}
