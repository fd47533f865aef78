import { Button, TextInput } from '@mantine/core';
import { encode } from 'uqr';
import { missing, useForm } from '../lib/use-form';
import { factorsWords } from '../words/en/factors';
import { secondFactorWords } from '../words/en/second-factor';
import './app-setup.css';

interface AppSetupProps {
  readonly otpauthUrl: string;
  readonly problem: string | null;
  readonly isPending: boolean;
  readonly onConfirm: (code: string) => void;
}

/** The set-up of an app that shows codes: the QR code, the key to type, and the first code. */
export function AppSetup({ otpauthUrl, problem, isPending, onConfirm }: AppSetupProps) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: missing(code, secondFactorWords.missing) }),
    onSend: ({ code }) => onConfirm(code.trim()),
    refusal: problem === null ? null : { byField: {}, text: problem },
    refusedAt: 'code',
  });
  const key = new URL(otpauthUrl).searchParams.get('secret') ?? '';
  return (
    <form className="app-setup" noValidate onSubmit={form.submit}>
      <p className="small sub">{factorsWords.scan}</p>
      <QrCode text={otpauthUrl} />
      <p className="small sub">{factorsWords.orType}</p>
      <p className="mono app-key">{key.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
      <TextInput
        label={factorsWords.firstCode}
        description={secondFactorWords.codeHelp}
        autoComplete="one-time-code"
        inputMode="numeric"
        {...form.text('code')}
      />
      <Button type="submit" variant="filled" loading={isPending}>
        {factorsWords.confirmApp}
      </Button>
    </form>
  );
}

/** Dark on light in both themes, because cameras read it so. */
function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={factorsWords.qr}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
