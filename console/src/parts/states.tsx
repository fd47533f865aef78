import { Button } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { filtersWords } from '../words/en/filters';
import { problemWords } from '../words/en/problem';
import { CopyIcon } from './copy-button';
import { CurlBlock } from './curl-block';
import './states.css';

const SHOWN_AFTER_MS = 150;
const SLOW_AFTER_MS = 8_000;
const AWAY_RETRY_S = 5;
const LIMITED_RETRY_S = 30;
const SECOND_MS = 1_000;

interface ProblemProps {
  readonly text: string;
  readonly requestId: string | null;
  /** The status of the response. 429 and 503 are retried. */
  readonly status?: number;
  /** Seconds after which the service accepts the request again. */
  readonly retryAfter?: number | null;
  /** What failed, where it is less than the content of the page. */
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** A failure in the place of the content: what failed, what it means, and the id of the request. */
export function Problem({ text, requestId, status, retryAfter, title, onRetry }: ProblemProps) {
  const seconds = useRetries(status, retryAfter ?? null, onRetry);
  return (
    <div className="banner bad" role="alert">
      <IconAlertTriangle className="icon" size={16} aria-hidden />
      <div>
        <b>{title ?? problemWords.title}</b>
        <p>{text}</p>
        {seconds !== null && <p className="num">{problemWords.triesIn(seconds)}</p>}
        {requestId !== null && (
          <p className="mono small request-id">
            {problemWords.requestId(requestId)}
            <CopyIcon text={requestId} label={problemWords.copyId} />
          </p>
        )}
        {onRetry && (
          <Button mt={8} onClick={onRetry}>
            {problemWords.retry}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Counts down to the next try after a 429, and tries every five seconds after a 503. Null if nothing is tried. */
function useRetries(
  status: number | undefined,
  retryAfter: number | null,
  onRetry: (() => void) | undefined,
): number | null {
  const isRetried = onRetry !== undefined && (status === 429 || status === 503);
  const pause = status === 503 ? AWAY_RETRY_S : (retryAfter ?? LIMITED_RETRY_S);
  const [left, setLeft] = useState(pause);
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useEffect(() => {
    if (!isRetried) return;
    let seconds = pause;
    setLeft(seconds);
    const timer = setInterval(() => {
      seconds -= 1;
      if (seconds <= 0) {
        seconds = pause;
        retry.current?.();
      }
      setLeft(seconds);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [isRetried, pause]);
  return isRetried ? left : null;
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
        <div key={row} className="skeleton-row">
          <div className="skeleton" />
        </div>
      ))}
      {age >= SLOW_AFTER_MS && (
        <p role="status" className="slow">
          {problemWords.slow} <Button onClick={onRetry}>{problemWords.retry}</Button>
        </p>
      )}
    </div>
  );
}

interface EmptyProps {
  readonly text: string;
  /** The request that does the same as the action. */
  readonly curl?: string;
  /** The action. */
  readonly children?: ReactNode;
}

/** Why there is nothing, one action, and the request that does the same. */
export function Empty({ text, curl, children }: EmptyProps) {
  return (
    <div className="empty">
      <p>{text}</p>
      {children}
      {curl !== undefined && <CurlBlock text={curl} />}
    </div>
  );
}

interface FilteredProps {
  readonly text: string;
  /** The number of active filters. */
  readonly count: number;
  readonly onClear: () => void;
}

/** Nothing matches the filters, and a way to remove them. */
export function Filtered({ text, count, onClear }: FilteredProps) {
  return (
    <div className="empty">
      <p>{text}</p>
      {count > 0 && <Button onClick={onClear}>{filtersWords.clear(count)}</Button>}
    </div>
  );
}

/** What the person's role does not open, and who may open it. */
export function Denied({ text }: { readonly text: string }) {
  return (
    <p className="denied">
      <IconLock className="icon" size={16} stroke={1.75} aria-hidden />
      <bdi>{text}</bdi>
    </p>
  );
}
