// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Random devices under random streams, broken ones included, for as long as one likes: {@code .ci/soak}, see {@code
 * docs/testing.md}.
 *
 * <p>Each kind of finding is told once, reduced, with the two files that show it.
 */
final class Soak {
    /** How often a program that hangs is started again to make its case smaller. */
    private static final int CHILDREN = 40;
    /** Each hang keeps a core busy. */
    private static final int MOST_HANGS = 2;

    private final Path folder;
    private final PrintStream out;
    private final Invocation here;
    private final Invocation apart;
    private final Set<String> kinds = new HashSet<>();
    private int hangs;

    /**
     * @param folder where the cases with findings are left
     * @param here runs the program in this process
     * @param apart runs it in another one
     */
    Soak(Path folder, PrintStream out, Invocation here, Invocation apart) {
        this.folder = folder;
        this.out = out;
        this.here = here;
        this.apart = apart;
    }

    /** Soaks: {@code FOLDER SECONDS SEED}; exits with 1 if there was a finding. */
    public static void main(String[] args) throws IOException {
        Soak soak = new Soak(Path.of(args[0]), System.out, Patience::here, Patience::apart);
        System.exit(soak.run(Long.parseLong(args[2]), Long.parseLong(args[1])) == 0 ? 0 : 1);
    }

    /** Runs the cases from a seed on until the time is over, one at least; returns how many kinds of findings there were. */
    int run(long first, long seconds) throws IOException {
        Files.createDirectories(folder);
        long end = System.nanoTime() + seconds * 1_000_000_000;
        long seed = first;
        do {
            one(seed++);
        } while (System.nanoTime() < end && hangs < MOST_HANGS);
        out.println("soak: seeds " + first + " to " + (seed - 1) + ", "
                + (kinds.isEmpty() ? "nothing found" : kinds.size() + " kinds of findings"));
        return kinds.size();
    }

    private void one(long seed) throws IOException {
        SoakCase given = SoakCase.of(seed);
        Path work = Files.createDirectories(folder.resolve("work"));
        Optional<SoakCheck.Finding> found = new SoakCheck(work, here).of(given);
        if (found.isEmpty() || !kinds.add(found.get().kind())) {
            return;
        }
        SoakCheck.Finding finding = found.get();
        out.println("seed " + seed + ": " + finding.kind() + "; reducing");
        boolean hang = finding.kind().endsWith("does not end");
        hangs += hang ? 1 : 0;
        SoakCase small =
                CaseReducer.reduce(given, shows(finding.kind(), new SoakCheck(work, hang ? apart : here), hang));
        Path kept = Files.createDirectories(folder.resolve("seed-" + seed));
        Files.writeString(kept.resolve("device.yaml"), small.device());
        Files.writeString(kept.resolve("stream.yaml"), small.stream());
        out.println(finding.story().strip());
        out.println("device, " + kept.resolve("device.yaml") + ": " + CaseReducer.changes(small));
        out.println("stream, " + kept.resolve("stream.yaml") + ":");
        out.println(small.stream().indent(2));
    }

    private static Predicate<SoakCase> shows(String kind, SoakCheck check, boolean hang) {
        int[] left = {hang ? CHILDREN : Integer.MAX_VALUE};
        return smaller -> {
            if (left[0]-- <= 0) {
                return false;
            }
            try {
                return check.of(smaller)
                        .filter(same -> same.kind().equals(kind))
                        .isPresent();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }
}
