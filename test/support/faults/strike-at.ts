import type { Services } from '../../../core/ports/services.ts';

type Port = 'images' | 'renditions' | 'objects' | 'edge';

/** The services, of which the call of this number is struck, before it is carried out or after. */
export function strikeAt(services: Services, at: number, when: 'before' | 'after') {
  let calls = 0;
  const wrap = <P extends object>(port: P): P => {
    const wrapped = Object.entries(port).map(([name, call]) => [
      name,
      async (...args: unknown[]) => {
        const isStruck = calls++ === at;
        if (isStruck && when === 'before') throw new Error('killed');
        const answer = await call(...args);
        if (isStruck) throw new Error('killed');
        return answer;
      },
    ]);
    return Object.fromEntries(wrapped) as P;
  };
  const ports: readonly Port[] = ['images', 'renditions', 'objects', 'edge'];
  const struck = Object.fromEntries(ports.map((name) => [name, wrap(services[name])]));
  return { services: { ...services, ...struck } as Services, hasStruck: () => calls > at };
}
