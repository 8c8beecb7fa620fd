// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import dev.sluice.config.source.Node;

/** Lines that begin and end statistics regions, of a queue or of the host, and the one that restarts the counters. */
final class StatisticsLines {

    private StatisticsLines() {}

    /** The command or the operation of the host that a line says. */
    static Node node(Line line) {
        return switch (line.keyword()) {
            case BEGINSTATS, HOSTBEGINSTATS -> begin(line);
            case ENDSTATS, HOSTENDSTATS -> end(line);
            default -> {
                line.end();
                yield Mapping.one("resetStatistics", new Mapping(line.at()).node());
            }
        };
    }

    private static Node begin(Line line) {
        Mapping begin = new Mapping(line.at()).put("name", line.take("the name"));
        if (line.more()) {
            begin.put("mode", line.take("the mode"));
        }
        line.end();
        return Mapping.one("beginStatistics", begin.node());
    }

    private static Node end(Line line) {
        Mapping end = new Mapping(line.at());
        if (line.more()) {
            end.put("name", line.take("the name"));
        }
        line.end();
        return Mapping.one("endStatistics", end.node());
    }
}
