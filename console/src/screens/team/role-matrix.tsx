import { CALL_ROLES, ROLES } from '../../generated/call-roles.ts';
import { ROLE_NAMES } from '../../texts/shell-texts.ts';
import { RIGHTS, TEAM_TEXTS } from '../../texts/team-texts.ts';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/page.tsx';

const COLUMNS = [...ROLES].reverse();

/** The rights of each role, read from the roles of the calls. */
export function RoleMatrix() {
  return (
    <Panel title={TEAM_TEXTS.matrix}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <div class="scroll" tabIndex={0} role="region" aria-label={TEAM_TEXTS.matrixTable}>
        <table class="t roles">
          <thead>
            <tr>
              <th scope="col">
                <span class="vh">{TEAM_TEXTS.right}</span>
              </th>
              {COLUMNS.map((role) => (
                <th key={role} scope="col">
                  {ROLE_NAMES[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {RIGHTS.map(({ text, call }) => (
              <tr key={call}>
                <th scope="row">{text}</th>
                {COLUMNS.map((role) => {
                  const needed = CALL_ROLES[call];
                  const has = needed === null || ROLES.indexOf(role) >= ROLES.indexOf(needed);
                  return (
                    <td key={role}>
                      {has ? (
                        <span class="yes">
                          <Icon name="check" />
                        </span>
                      ) : (
                        <span class="no" aria-hidden="true">
                          –
                        </span>
                      )}
                      <span class="vh">{has ? TEAM_TEXTS.yes : TEAM_TEXTS.no}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
