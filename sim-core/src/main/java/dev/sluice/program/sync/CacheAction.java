// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One action of a barrier profile: flush a cache, invalidate a cache, or wait; written {@code flush:L2},
 * {@code invalidate:TEX}, {@code wait:COMPUTE}, with {@code pend:} or {@code if-pending:} before it where a profile defers
 * work.
 *
 * @param verb what is done
 * @param target a cache's role, or what is waited for
 * @param prefix whether it is done now
 */
public record CacheAction(Verb verb, String target, Prefix prefix) {
    /** What can be waited for: the vocabulary of {@code docs/barrier-profiles.md}. */
    public static final List<String> WAITS = List.of(
            "VERTEX", "FRAGMENT", "COMPUTE", "DMA", "IDLE", "STALL", "END_OF_PIPE", "CP", "CP_WRITES", "MEMBAR");

    private static final List<String> VERBS = List.of("flush", "invalidate", "wait");

    /** What an action does. */
    public enum Verb {
        /** Writes dirty bytes to the next level; the lines stay valid and become clean. */
        FLUSH,
        /** Drops lines; a cache that can hold dirty bytes flushes them first. */
        INVALIDATE,
        /** Waits for execution; touches no cache. */
        WAIT;

        /** The verb as profiles write it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether an action is done at once. */
    public enum Prefix {
        /** Done at once. */
        NONE(""),
        /** Recorded, and not done. */
        PEND("pend:"),
        /** Done if recorded, and forgotten. */
        IF_PENDING("if-pending:");

        /** As profiles write it, with its colon. */
        private final String text;

        Prefix(String text) {
            this.text = text;
        }
    }

    /** Checks the target against the vocabulary of waits, or the spelling of roles. */
    public CacheAction {
        if (verb == Verb.WAIT && !WAITS.contains(target)) {
            throw new IllegalArgumentException("unknown wait " + target + NearestName.suggestion(target, WAITS));
        }
        if (verb != Verb.WAIT) {
            CacheRole.parse(target);
        }
    }

    /** A flush of the caches with a role. */
    public static CacheAction flush(String role) {
        return new CacheAction(Verb.FLUSH, role, Prefix.NONE);
    }

    /** An invalidation of the caches with a role. */
    public static CacheAction invalidate(String role) {
        return new CacheAction(Verb.INVALIDATE, role, Prefix.NONE);
    }

    /** A wait. */
    public static CacheAction waitFor(String what) {
        return new CacheAction(Verb.WAIT, what, Prefix.NONE);
    }

    /**
     * Reads an action as profiles write it.
     *
     * @throws IllegalArgumentException for an unknown verb or wait, naming the nearest
     */
    public static CacheAction parse(String text) {
        Prefix prefix = Prefix.NONE;
        for (Prefix candidate : Prefix.values()) {
            if (candidate != Prefix.NONE && text.startsWith(candidate.text)) {
                prefix = candidate;
            }
        }
        String action = text.substring(prefix.text.length());
        int colon = action.indexOf(':');
        String verb = colon < 0 ? action : action.substring(0, colon);
        int index = VERBS.indexOf(verb);
        if (colon < 0 || index < 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no action; flush:ROLE, invalidate:ROLE or wait:WHAT is " + "expected"
                            + (index < 0 ? NearestName.suggestion(verb, VERBS) : ""));
        }
        return new CacheAction(Verb.values()[index], action.substring(colon + 1), prefix);
    }

    /** Reads several actions. See {@link #parse}. */
    public static List<CacheAction> parseAll(Iterable<String> texts) {
        List<CacheAction> actions = new ArrayList<>();
        for (String text : texts) {
            actions.add(parse(text));
        }
        return List.copyOf(actions);
    }

    /** Whether this is a wait, which touches no cache. */
    public boolean isWait() {
        return verb == Verb.WAIT;
    }

    /**
     * The role of the caches that are flushed or invalidated.
     *
     * @throws IllegalStateException for a wait
     */
    public CacheRole role() {
        if (isWait()) {
            throw new IllegalStateException(this + " acts on no cache");
        }
        return new CacheRole(target);
    }

    /** The same action, done at once. */
    public CacheAction immediate() {
        return prefix == Prefix.NONE ? this : new CacheAction(verb, target, Prefix.NONE);
    }

    /** As a record's own, without the time that it takes to link that; actions are keys in every run. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CacheAction action
                && verb == action.verb
                && prefix == action.prefix
                && target.equals(action.target);
    }

    @Override
    public int hashCode() {
        return (target.hashCode() * 31 + verb.ordinal()) * 31 + prefix.ordinal();
    }

    /** The action as profiles write it. */
    @Override
    public String toString() {
        return prefix.text + verb.text() + ":" + target;
    }
}
