package dev.sluice.core.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Who waits for whom when a run cannot go on, and over what. */
public final class WaitGraph {

    private record Edge(String from, String to, String over) {}

    private final List<Edge> edges = new ArrayList<>();

    /** States that {@code waiter} cannot go on until {@code holder} gives up or delivers {@code over}. */
    public void edge(Component waiter, Component holder, String over) {
        edge(waiter.name(), holder.name(), over);
    }

    /** As {@link #edge(Component, Component, String)}, for parties that are not components (a command, a wave). */
    public void edge(String waiter, String holder, String over) {
        edges.add(new Edge(waiter, holder, over));
    }

    /** Every wait, a line each. */
    public List<String> lines() {
        return edges.stream()
                .map(e -> e.from() + " waits for " + e.to() + ": " + e.over())
                .toList();
    }

    /** The chain from the first waiter on, which ends at a party that waits for nobody or where the circle closes. */
    public List<String> chain() {
        List<String> lines = new ArrayList<>();
        if (edges.isEmpty()) {
            return lines;
        }
        Set<String> seen = new HashSet<>();
        String at = edges.get(0).from();
        while (seen.add(at)) {
            Edge next = first(at);
            if (next == null) {
                return lines;
            }
            lines.add(next.from() + " waits for " + next.to() + ": " + next.over());
            at = next.to();
        }
        lines.add(at + " closes the circle");
        return lines;
    }

    private @org.jspecify.annotations.Nullable Edge first(String from) {
        for (Edge edge : edges) {
            if (edge.from().equals(from)) {
                return edge;
            }
        }
        return null;
    }
}
