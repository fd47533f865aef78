import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { PlatformChip } from './platform';
import './address-list.css';

interface AddressListProps {
  readonly label: string;
  readonly addresses: readonly {
    readonly url: string;
    readonly slug: string | null;
    readonly platform: string;
    readonly refusal: string | null;
    readonly remark: string | null;
  }[];
}

/** Addresses with their platforms, or with the reason why they are refused. */
export function AddressList({ label, addresses }: AddressListProps) {
  return (
    <ul className="address-list" aria-label={label}>
      {addresses.map(({ url, slug, platform, refusal, remark }, place) => (
        <li key={`${place} ${url}`}>
          {refusal === null ? (
            <IconCircleCheck className="icon good" size={16} aria-hidden />
          ) : (
            <IconBan className="icon refused" size={16} aria-hidden />
          )}
          {slug === null ? <span className="chip" aria-hidden /> : <PlatformChip slug={slug} name={platform} />}
          <span className="address">
            <span className="mono">{url}</span>
            <span className={refusal === null ? 'small sub' : 'small refused'}>
              {refusal ?? (remark === null ? platform : `${platform}, ${remark}`)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
