import type { Membership } from '../../api/queries/session';
import { PathLink } from '../../parts/path-link';
import { overviewWords } from '../../words/en/overview';

const STEPS = [
  { path: '/objects/new', title: overviewWords.start.object, text: overviewWords.start.objectText },
  { path: '/reviews', title: overviewWords.start.reviews, text: overviewWords.start.reviewsText },
  { path: '/settings/members', title: overviewWords.start.invite, text: overviewWords.start.inviteText },
  { path: '/webhooks/new', title: overviewWords.start.webhook, text: overviewWords.start.webhookText },
] as const;

/** The way of a new account from an object to a webhook. */
export function FirstSteps({ account }: { readonly account: Membership }) {
  return (
    <section className="card first-steps" aria-labelledby="first-steps">
      <header className="card-head">
        <h2 id="first-steps">{overviewWords.start.title}</h2>
        <span className="end small muted">{overviewWords.start.intro}</span>
      </header>
      <ol>
        {STEPS.map(({ path, title, text }) => (
          <li key={path}>
            <PathLink className="link" path={`/a/${account.id}${path}`}>
              {title}
            </PathLink>
            <p className="small sub">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
