// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.check.litmus.LitmusResult;
import dev.sluice.check.litmus.LitmusTest;
import dev.sluice.check.model.DomainOperation;
import dev.sluice.check.model.Event;
import dev.sluice.check.model.LitmusVerdict;
import dev.sluice.config.ConfigException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LitmusReaderTest {
    private static final String TOP = "litmus t\nthread 1 qf0 wg0 sg0\n";

    private static LitmusTest read(String text) {
        return LitmusReader.read("t.lit", text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "st.sc0.atmo x = 1 | 3:8: 'atmo' is no operation and no word of one; did you mean 'atom'?",
                "cbar.scopewg | 3:13: the number of the control barrier's instance is missing",
                "cbar.scopewg a | 3:14: 'a' is no instance of a control barrier",
                "st.sc0 | 3:7: the variable is missing",
                "st.sc0 x = | 3:11: the value is missing",
                "st.sc0 x = 1 2 | 3:14: a second value needs rmw",
                "st.sc0 x 1 | 3:10: '1' where '= VALUE'",
                "st.sc0 x[4:0] = 1 | 3:8: 'x[4:0]' has no bytes",
                "st.sc0 x[4] = 1 | 3:8: 'x[4]' is no variable",
                "avhost y | 3:8: no access to 'y'",
                "alias x y | 3:7: no access to 'x'",
                "order 1 -> 2 | 3:12: no thread 2",
                "order 1 2 | 3:6: an order is written 'order A -> B'",
                "thread 1 host | 3:8: thread 1 is there already",
                "thread 2 qf0 wg0 | 3:17: where the thread runs is missing",
                "thread 2 qf0 wg0 s0 | 3:18: 's0' where sg and a number should be",
                "possible no-rase | 3:10: no predicate 'no-rase'; did you mean 'no-race'?",
                "possible race nochain | 3:15: 'nochain' where only nochains",
                "possible rs~2 | 3:10: no predicate 'rs~2'",
                "litmus u | 3:1: a second test",
                "membar.st.sc0 x = 1 | 3:8: 'st' makes it two operations",
                "avhost.ld x | 3:8: 'ld' makes it two operations",
            })
    void bad_lines_are_named_with_line_and_column(String line, String problem) {
        assertThatThrownBy(() -> read(TOP + line + "\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("t.lit:" + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "st x = 1 | 3:1: an access needs its storage class",
                "st.atom.sc0 x = 1 | 3:1: an atomic needs a scope",
                "st.sc0.sc1 x = 1 | 3:1: several storage classes",
                "st.atom.scopewg.scopedev.sc0 x = 1 | 3:1: several scopes",
                "st.atom.rel.scopewg.sc0 x = 1 | 3:9: acq and rel need the storage classes",
                "st.atom.scopewg.sc0.semsc0 x = 1 | 3:21: storage class semantics without acq or rel",
                "ld.atom.rel.scopewg.sc0.semsc0 x | 3:9: 'rel' needs a store",
                "st.atom.acq.scopewg.sc0.semsc0 x = 1 | 3:9: 'acq' needs a load",
                "st.vis.scopewg.sc0 x = 1 | 3:4: 'vis' needs a load",
                "st.rel.scopewg.sc0.semsc0 x = 1 | 3:4: 'rel' needs atom",
                "membar.scopewg | 3:1: a memory barrier needs acq, rel or both",
                "membar.rel.semsc0 | 3:1: a barrier needs a scope",
                "membar.rel.semsc0.semvis.scopewg | 3:19: semvis (MakeVisible) needs acq",
                "st.ld.sc0 x = 1 2 | 3:1: an operation that reads and writes is atomic",
                "avdevice.sc0 | 3:10: 'sc0' has no place in a domain operation",
                "membar.acq.scopewg.semsc0.nonpriv | 3:27: 'nonpriv' has no place in a barrier",
                "cbar.scopewg.sc0 1 | 3:14: 'sc0' has no place in a barrier",
                "avdevice.visdevice | 3:1: several domain operations in one",
                "st.semav.sc0 x = 1 | 3:4: semav (MakeAvailable) needs rel",
            })
    void ill_formed_operations_are_read_and_have_no_execution(String line, String fault) {
        LitmusTest test = read(TOP + line + "\npossible any\n");

        assertThat(test.program().faults())
                .anySatisfy(found -> assertThat(found).startsWith("t.lit:" + fault));
        assertThat(LitmusResult.of(test).chains().verdict()).isEqualTo(LitmusVerdict.FORBIDDEN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ld.sc0 x = 3 | 3:8: no store of 3 to 'x': the load may find anything",
                "rmw.sc0.scopewg x = 1 1 | 3:17: the value 1 is what it reads and what it writes itself",
                "st.sc0 x; ld.sc0 x | 4:8: no value, like the store in line 3: the load finds that one",
                "st.sc0 x = 0; ld.sc0 x = 0 | 4:8: 0 is the initial value, but line 3 stores it too",
                "st.sc0 x = 1; st.sc0 x = 1; ld.sc0 x = 1 | 5:8: several stores of 1",
                "st.av.sc0 x = 1 | 3:1: av and vis without a scope reach the subgroup's domain only",
                "st.sc0 x = 1; order 1 -> 1 | 4:7: the orders make a circle",
            })
    void what_is_seldom_meant_is_remarked(String lines, String remark) {
        LitmusTest test = read(TOP + lines.replace("; ", "\n"));

        assertThat(test.program().faults()).isEmpty();
        assertThat(test.remarks()).singleElement().asString().startsWith("t.lit:" + remark);
    }

    @Test
    void stores_of_one_value_to_different_bytes_are_no_contradiction() {
        LitmusTest test = read(TOP + "st.sc0 x[0:2] = 1\nst.sc0 x[2:2] = 1\nld.sc0 x[0:4] = 1\n");

        assertThat(test.remarks()).isEmpty();
        assertThat(LitmusResult.of(test).chains().verdict()).isEqualTo(LitmusVerdict.RACE_FREE);
    }

    @Test
    void scopes_on_domain_operations_and_membar_with_cbar_say_nothing() {
        LitmusTest test = read(TOP + "avdevice.scopedev\nmembar.cbar.acq.scopewg.semsc0 1\n");

        assertThat(test.program().faults()).isEmpty();
        assertThat(test.program().events().get(1).fence()).isTrue();
        assertThat(test.program().events().get(1).controlBarrier()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "st.sc0 x = 1 | 2:1: 'st.sc0' before the first thread",
                "thread 1 host; cbar.scopewg 0 | 3:6: 'scopewg' has no meaning in a host thread",
                "thread 1 host; st.sc0 x = 1 | 3:4: 'sc0' has no meaning in a host thread",
            })
    void host_threads_and_beginnings_are_checked(String lines, String problem) {
        assertThatThrownBy(() -> read("litmus t\n" + lines.replace("; ", "\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("t.lit:" + problem);
    }

    @Test
    void parts_of_a_control_barrier_are_written_alike() {
        assertThat(faults("cbar.scopewg 0\nthread 2 qf0 wg0 sg1\ncbar.acq.scopewg.semsc0 0\n"))
                .singleElement()
                .asString()
                .startsWith("t.lit:5:1: control barrier 0 has another scope or semantics in line 3");
        assertThat(faults("cbar.scopewg 0\ncbar.scopewg 0\n"))
                .singleElement()
                .asString()
                .startsWith("t.lit:4:1: control barrier 0 is in this thread already (line 3)");
        assertThat(faults("cbar.rel.scopewg.semsc0.semav 0\nthread 2 qf0 wg0 sg1\ncbar.rel.scopewg.semsc0 0\n"))
                .isEmpty();
    }

    private static List<String> faults(String lines) {
        return read(TOP + lines).program().faults();
    }

    @Test
    void a_reference_may_be_accessed_in_several_storage_classes() {
        assertThat(faults("st.sc0 x = 1\nst.sc1 x = 2\n")).isEmpty();
    }

    @Test
    void an_empty_file_is_no_test() {
        assertThatThrownBy(() -> read("# nothing\n")).hasMessageContaining("t.lit: the file holds no litmus test");
    }

    @Test
    void comments_and_glued_values_are_fine() {
        LitmusTest test = read("# why\nlitmus t # name\nthread 1 qf0 wg0 sg0\n\tst.sc0 x=7 # store\npossible rs=0\n");

        assertThat(test.program().events()).singleElement().satisfies(event -> {
            assertThat(event.line()).isEqualTo(4);
            assertThat(event.access().writeValue()).isEqualTo(7);
        });
        assertThat(test.checks())
                .singleElement()
                .satisfies(check -> assertThat(check.text()).isEqualTo("possible rs=0"));
    }

    @Test
    void ranges_become_the_stretches_between_their_ends() {
        LitmusTest test = read(TOP + "st.sc0 x[0:4] = 1\nld.sc0 y[2:4]\nld.sc0 x\nalias x y\n");

        assertThat(test.program().locations()).containsExactly("x/y[0:2]", "x/y[2:2]", "x/y[4:2]");
        assertThat(test.program().events().stream().map(Event::locations)).containsExactly(0b011L, 0b110L, 0b111L);
    }

    @Test
    void a_submit_is_a_domain_operation_and_a_visibility_operation() {
        LitmusTest test =
                read("litmus t\nthread 0 host\nst x = 1\nsubmit\nthread 1 qf0 wg0 sg0\nld.sc0 x\norder 0.2 -> 1\n");

        assertThat(test.program().events().stream().map(Event::domain))
                .containsExactly(null, DomainOperation.HOST_TO_DEVICE, DomainOperation.VISIBLE_FROM_DEVICE, null);
        assertThat(test.program().systemOrder()).hasToString("[0->3, 1->3, 2->3]");
    }

    @Test
    void an_order_can_begin_and_end_inside_a_thread() {
        LitmusTest test = read("litmus t\nthread 0 host\nsubmit\nst x = 1\nthread 1 qf0 wg0 sg0\nld.sc0 x\n"
                + "order 0.1 -> 1\norder 1 -> 0.2\n");

        assertThat(test.program().systemOrder()).hasToString("[0->3, 1->3, 3->2]");
    }
}
