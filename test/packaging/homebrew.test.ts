import { expect, test } from 'bun:test';
import { writeFormula } from '../../scripts/release/homebrew.ts';

const formula = writeFormula({
  version: '1.2.3',
  downloads: 'https://downloads.example/v1.2.3',
  sumOf: name => (name.includes('linux-arm64') ? undefined : Bun.hash(name).toString(16).padStart(64, '0')),
});

test('the formula names the archives of a release with their checksums, and no other', () => {
  const urls = [...formula.matchAll(/url "(.*)"\n\s+sha256 "([0-9a-f]{64})"/g)].map(([, url]) => url);
  expect(urls).toEqual(
    ['darwin-arm64', 'darwin-x64', 'linux-x64'].map(name => `#{DOWNLOADS}/footfall-${name}.tar.gz`),
  );
});

const hasRuby = Bun.which('ruby') !== null;
test.skipIf(!hasRuby)('it is Ruby, and installs what an archive has', () => {
  // What Homebrew defines, as far as the formula says it: each call is printed.
  const stand = `
class Place < String
  def install(*names) = puts("install #{self} #{names.flat_map { |n| n.is_a?(Hash) ? n.keys : [n] }.join(' ')}")
end
class Formula
  def self.test = nil
  def self.method_missing(name, *words)
    puts(([name] + words).join(' '))
    yield if block_given? && name.to_s.start_with?('on_')
  end
  def method_missing(name) = Place.new(name.to_s)
end
${formula}
Footfall.new.install`;
  const { stdout, stderr } = Bun.spawnSync(['ruby', '-w', '-e', stand]);
  expect(stderr.toString()).toBe('');
  expect(stdout.toString()).toContain(
    'install bin footfall\ninstall man1 footfall.1\ninstall bash_completion completions/footfall.bash\n',
  );
  expect(stdout.toString()).toContain('homepage https://downloads.example/v1.2.3\n');
  expect(stdout.toString()).toContain('url https://downloads.example/v1.2.3/footfall-linux-x64.tar.gz\n');
  expect(stdout.toString()).toContain('version 1.2.3');
});
