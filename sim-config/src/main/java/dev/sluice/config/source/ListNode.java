// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import java.util.Arrays;
import java.util.List;

/** A list, in file order. */
public record ListNode(Position position, List<Node> items) implements Node {
    public ListNode {
        items = List.copyOf(items);
    }

    /** A list that is made, not read. */
    public static ListNode of(List<? extends Node> items) {
        return new ListNode(Position.NOWHERE, List.copyOf(items));
    }

    /** A list of numbers that is made, not read. */
    public static ListNode of(long... numbers) {
        return of(Arrays.stream(numbers).mapToObj(ScalarNode::of).toList());
    }

    @Override
    public String describe() {
        return "a list";
    }
}
