// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Who waits for whom when a run cannot go on, and over what. */
public final class WaitGraph {

    /** @param signal whether it ends when somebody signals something, as the program says */
    private record Edge(String from, String to, String over, boolean signal) {
        String line() {
            return from + " waits for " + to + ": " + over;
        }
    }

    private final List<Edge> edges = new ArrayList<>();

    /** States that {@code waiter} cannot go on until {@code holder} gives up or delivers {@code over}. */
    public void edge(Component waiter, Component holder, String over) {
        edge(waiter.name(), holder.name(), over);
    }

    /** As {@link #edge(Component, Component, String)}, for parties that are not components (a command, a wave). */
    public void edge(String waiter, String holder, String over) {
        edges.add(new Edge(waiter, holder, over, false));
    }

    /** As {@link #edge(String, String, String)}, for a wait that ends when the program signals {@code signalled}. */
    public void signal(String waiter, String signalled, String over) {
        edges.add(new Edge(waiter, signalled, over, true));
    }

    /** Every wait, a line each. */
    public List<String> lines() {
        return edges.stream().map(Edge::line).toList();
    }

    /** Whether a wait of the chain is for what the program signals. */
    public boolean chainAwaitsSignal() {
        return path().stream().anyMatch(Edge::signal);
    }

    /** The chain from the first waiter on, which ends at a party that waits for nobody or where the circle closes. */
    public List<String> chain() {
        List<Edge> path = path();
        List<String> lines = new ArrayList<>(path.stream().map(Edge::line).toList());
        if (!path.isEmpty()) {
            String end = path.get(path.size() - 1).to();
            if (path.stream().anyMatch(edge -> edge.from().equals(end))) {
                lines.add(end + " closes the circle");
            }
        }
        return lines;
    }

    private List<Edge> path() {
        List<Edge> path = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Edge next = edges.isEmpty() ? null : edges.get(0);
        while (next != null && seen.add(next.from())) {
            path.add(next);
            next = first(next.to());
        }
        return path;
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
