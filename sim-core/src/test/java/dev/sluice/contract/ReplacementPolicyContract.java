// SPDX-License-Identifier: Apache-2.0
package dev.sluice.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.machine.cache.policy.CacheAccess;
import dev.sluice.machine.cache.policy.PolicyProvider;
import dev.sluice.machine.cache.policy.PolicySetup;
import dev.sluice.machine.cache.policy.ReplacementPolicy;
import dev.sluice.plugin.Parameter;
import dev.sluice.plugin.ParameterValues;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What every replacement policy has to hold; extend it, name the provider, and run it as a test.
 *
 * <p>A small cache calls the policy as Sluice's do: a free way first, then the victim's; each access told once.
 */
public abstract class ReplacementPolicyContract {

    private static final int[][] GEOMETRIES = {{1, 1}, {1, 2}, {3, 24}, {16, 4}, {64, 16}, {2, 65}};
    private static final int ACCESSES = 4000;

    /** The provider under test. */
    protected abstract PolicyProvider provider();

    /** A policy with its defaults. */
    protected final ReplacementPolicy policy(int sets, int ways) {
        PolicyProvider provider = provider();
        return provider.create(
                new PolicySetup(sets, ways, BareCache.LINE, 1, ParameterValues.of(provider.parameters(), Map.of())));
    }

    /** It has a name of one word, and a description. */
    @Test
    public void it_says_what_it_is() {
        assertTrue(
                provider().name().matches("[A-Za-z][A-Za-z0-9_-]*"), provider().name());
        assertFalse(provider().description().isBlank());
    }

    /** Parameters have names of their own, and a policy can be made of the ends of their ranges. */
    @Test
    public void parameters_have_names_of_their_own_and_ranges_that_work() {
        Set<String> names = new HashSet<>();
        for (Parameter parameter : provider().parameters()) {
            assertTrue(names.add(parameter.name()), "two parameters are called " + parameter.name());
            assertEquals(null, parameter.problem(parameter.standard()), parameter.name());
            if (parameter.type() == Parameter.Type.INTEGER) {
                String least = Long.toString((long) parameter.least());
                provider()
                        .create(new PolicySetup(
                                4,
                                4,
                                BareCache.LINE,
                                1,
                                ParameterValues.of(provider().parameters(), Map.of(parameter.name(), least))));
            }
        }
    }

    /** A victim is a way of the set that may go, and -1 just when none may. */
    @Test
    public void a_victim_may_go() {
        for (int[] geometry : GEOMETRIES) {
            int ways = geometry[1];
            BareCache cache = new BareCache(policy(geometry[0], ways), geometry[0], ways);
            Random random = new Random(1);
            for (int i = 0; i < ACCESSES; i++) {
                cache.access(random.nextInt(3 * geometry[0] * ways), 1 + random.nextInt(5), false);
            }
            cache.fill();
            for (int set = 0; set < geometry[0]; set++) {
                for (int only = 0; only < ways; only++) {
                    int way = only;
                    assertEquals(only, cache.policy.victim(set, (s, w) -> w == way), "the only way that may go");
                }
                assertEquals(-1, cache.policy.victim(set, (s, w) -> false), "no way may go");
            }
        }
    }

    /** Equal calls have equal answers. */
    @Test
    public void it_repeats_itself() {
        for (int[] geometry : GEOMETRIES) {
            assertEquals(hits(geometry[0], geometry[1]), hits(geometry[0], geometry[1]));
        }
    }

    private String hits(int sets, int ways) {
        BareCache cache = new BareCache(policy(sets, ways), sets, ways);
        Random random = new Random(2);
        StringBuilder hits = new StringBuilder();
        for (int i = 0; i < ACCESSES; i++) {
            if (random.nextInt(50) == 0) {
                cache.invalidate(random.nextInt(2 * sets * ways));
            }
            boolean hit = cache.access(random.nextInt(2 * sets * ways), 1 + i % 3, random.nextInt(9) == 0);
            hits.append(hit ? 'H' : '.');
        }
        return hits.toString();
    }

    /** A line that was filled to be evicted first goes before those that were not. */
    @Test
    public void a_line_filled_to_go_first_goes_first() {
        for (int way = 0; way < 4; way++) {
            ReplacementPolicy policy = policy(2, 4);
            BareCache.Access access = new BareCache.Access();
            for (int other = 0; other < 4; other++) {
                tell(policy, access.of(other + 1, 0, other, 1, false));
            }
            tell(policy, access.of(9, 0, way, 1, true));
            assertEquals(way, policy.victim(0, (s, w) -> true));
        }
    }

    private static void tell(ReplacementPolicy policy, BareCache.Access access) {
        if (policy.asksForAccesses()) {
            policy.onFill(access);
        } else {
            policy.onFill(access.set(), access.way(), access.hint() == CacheAccess.Hint.EVICT_FIRST);
        }
    }

    /** What does not refuse a line changes nothing by being asked. */
    @Test
    public void to_be_asked_whether_it_refuses_a_line_changes_nothing() {
        ReplacementPolicy policy = policy(4, 4);
        if (!policy.mayRefuse()) {
            return;
        }
        assertTrue(policy.asksForAccesses(), "who may refuse accesses must ask for them");
        BareCache once = new BareCache(policy, 4, 4);
        BareCache often = new BareCache(policy(4, 4), 4, 4);
        often.asked = 5;
        Random random = new Random(3);
        for (int i = 0; i < ACCESSES; i++) {
            long line = random.nextInt(40);
            assertEquals(once.access(line, 1 + (int) line % 3, false), often.access(line, 1 + (int) line % 3, false));
        }
    }

    /** In the long run it makes no objects: that is the speed of the simulator. */
    @Test
    public void it_allocates_nothing_in_steady_state() {
        BareCache cache = new BareCache(policy(16, 8), 16, 8);
        Random random = new Random(4);
        long[] lines = random.longs(1 << 15, 0, 400).toArray();
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getThreadAllocatedBytes(self);
            for (long line : lines) {
                cache.access(line, 1 + (int) line % 7, false);
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(self) - before);
        }
        assertTrue(least < lines.length / 2, least + " bytes for " + lines.length + " accesses");
    }
}
