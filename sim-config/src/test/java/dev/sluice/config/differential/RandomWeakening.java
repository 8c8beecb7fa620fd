// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes from a stream's synchronization what it does not need: a flag, a half, a whole barrier, a call of the host. */
final class RandomWeakening {

    private static final Pattern SYNCHRONIZATION =
            Pattern.compile(" *- (pipelineBarrier|waitEvents|flushMapped|invalidateMapped|waitForFences|deviceWaitIdle|"
                    + "\\{srcSubpass).*| *(wait|signal): .*");
    private static final Pattern FLAGS = Pattern.compile(
            "(?:srcStage|srcAccess|dstStage|dstAccess|stages|(?:src|dst)(?:Stage|Access)Mask): \\[([^\\]]+)\\]");

    private final SplittableRandom random;

    RandomWeakening(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** The stream after some attempts, each of which counts only if the stream is still as good. */
    String weaken(String stream, int attempts, Predicate<String> good) {
        List<String> lines = new ArrayList<>(stream.lines().toList());
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (SYNCHRONIZATION.matcher(lines.get(i)).matches()) {
                places.add(i);
            }
        }
        for (int i = 0; i < attempts && !places.isEmpty(); i++) {
            int place = places.get(random.nextInt(places.size()));
            String old = lines.set(place, weaker(lines.get(place)));
            if (!good.test(text(lines))) {
                lines.set(place, old);
            }
        }
        return text(lines);
    }

    private static String text(List<String> lines) {
        StringBuilder text = new StringBuilder();
        lines.stream()
                .filter(line -> !line.isEmpty())
                .forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private String weaker(String line) {
        List<int[]> flags = new ArrayList<>();
        Matcher matcher = FLAGS.matcher(line);
        while (matcher.find()) {
            flags.add(new int[] {matcher.start(1), matcher.end(1)});
        }
        boolean transition = line.contains("Layout: ") || line.contains("QueueFamily: ");
        if (flags.isEmpty() || (!transition && random.nextInt(3) == 0)) {
            return transition ? line : "";
        }
        int[] chosen = flags.get(random.nextInt(flags.size()));
        List<String> names =
                new ArrayList<>(List.of(line.substring(chosen[0], chosen[1]).split(", ")));
        String gone = names.remove(random.nextInt(names.size()));
        if (gone.equals("ALL_COMMANDS")) {
            names.add("COPY");
        } else if (gone.equals("MEMORY_READ")) {
            names.add("TRANSFER_READ");
        } else if (gone.equals("MEMORY_WRITE")) {
            names.add("TRANSFER_WRITE");
        } else if (names.isEmpty() && line.charAt(chosen[0] - 3) == 'e'
                || names.isEmpty() && line.contains("stages: ")) {
            names.add("NONE");
        }
        return line.substring(0, chosen[0]) + String.join(", ", names) + line.substring(chosen[1]);
    }
}
