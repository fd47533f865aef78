import { BenchPostgres } from './postgres';
import { CleanUp } from './clean-up';
import { Product } from './product';
import { planDataset } from './gen/dataset-plan';
import { loadDataset } from './gen/load-dataset';
void (async () => {
  const c = new CleanUp();
  try {
    const p = await BenchPostgres.start(c);
    const url = await p.createDatabase('small');
    const product = await Product.open(url, c);
    const d = await loadDataset(product, planDataset(20000));
    console.log(d.checksum, d.reviewsPerSecond, d.objects.slice(0, 3), d.links.length, await p.walPosition(), p.processId);
  } finally { await c.run(); }
})();
