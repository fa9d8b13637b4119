/** Writes the formula of Homebrew, which installs the released program without building anything. */
import type { RELEASE_TARGETS } from '../targets.ts';

/** Archives of the systems that Homebrew runs on. */
const ARCHIVES = {
  'on_macos on_arm': 'darwin-arm64',
  'on_macos on_intel': 'darwin-x64',
  'on_linux on_arm': 'linux-arm64',
  'on_linux on_intel': 'linux-x64',
} as const satisfies Readonly<Record<string, (typeof RELEASE_TARGETS)[number]>>;

export interface FormulaOptions {
  readonly version: string;
  /** Address of the folder that the files of the release are published in. */
  readonly downloads: string;
  /** SHA-256 of a file of the release; undefined for one that it does not have. */
  readonly sumOf: (name: string) => string | undefined;
}

/** Writes `footfall.rb` for the archives that a release has. */
export function writeFormula({ version, downloads, sumOf }: FormulaOptions): string {
  const blocks = ['on_macos', 'on_linux'].flatMap(system => {
    const inner = ['on_arm', 'on_intel'].flatMap(processor => {
      const name = `footfall-${ARCHIVES[`${system} ${processor}` as keyof typeof ARCHIVES]}.tar.gz`;
      const sum = sumOf(name);
      if (sum === undefined) return [];
      return [`    ${processor} do\n      url "#{DOWNLOADS}/${name}"\n      sha256 "${sum}"\n    end`];
    });
    return inner.length === 0 ? [] : [`  ${system} do\n${inner.join('\n')}\n  end`];
  });
  return `class Footfall < Formula
  # The folder that the files of this release are published in.
  DOWNLOADS = "${downloads}".freeze

  desc "Web analytics that you host yourself: one program, one data folder"
  homepage DOWNLOADS
  version "${version}"
  license "MIT"

${blocks.join('\n\n')}

  def install
    bin.install "footfall"
    man1.install "footfall.1"
    bash_completion.install "completions/footfall.bash" => "footfall"
    zsh_completion.install "completions/_footfall"
    fish_completion.install "completions/footfall.fish"
  end

  service do
    run [opt_bin/"footfall", "serve"]
    environment_variables FOOTFALL_DATA: var/"lib/footfall"
    keep_alive true
    log_path var/"log/footfall.log"
    error_log_path var/"log/footfall.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/footfall version")
  end
end
`;
}
