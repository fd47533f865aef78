import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { words } from '../words/en';
import './states.css';

const SHOWN_AFTER_MS = 150;
const SLOW_AFTER_MS = 8_000;

interface ProblemProps {
  readonly text: string;
  readonly requestId: string | null;
  readonly onRetry?: () => void;
}

/** A failure in the place of the content: what failed, what it means, and the id of the request. */
export function Problem({ text, requestId, onRetry }: ProblemProps) {
  return (
    <div className="banner bad" role="alert">
      <IconAlertTriangle className="icon" size={16} aria-hidden />
      <div>
        <b>{words.problem.title}</b>
        <p>{text}</p>
        {requestId !== null && <p className="mono small">{words.problem.requestId(requestId)}</p>}
        {onRetry && (
          <Button mt={8} onClick={onRetry}>
            {words.problem.retry}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Nothing for 150 ms, then rows of the true height; after 8 s a word and an action. */
export function Loading({ rows, onRetry }: { readonly rows: number; readonly onRetry: () => void }) {
  const [age, setAge] = useState(0);
  useEffect(() => {
    const timers = [SHOWN_AFTER_MS, SLOW_AFTER_MS].map((ms) => setTimeout(() => setAge(ms), ms));
    return () => timers.forEach(clearTimeout);
  }, []);
  if (age < SHOWN_AFTER_MS) return null;
  return (
    <div className="card loading" aria-busy>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton" />
      ))}
      {age >= SLOW_AFTER_MS && (
        <p>
          {words.problem.slow} <Button onClick={onRetry}>{words.problem.retry}</Button>
        </p>
      )}
    </div>
  );
}

/** Why there is nothing, and one action. */
export function Empty({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p>{text}</p>
      {children}
    </div>
  );
}
