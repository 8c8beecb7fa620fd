// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.litmus;

import java.util.ArrayList;
import java.util.List;

/**
 * What makes a test ill-formed by the formal model's facts (spirv.als): such a test can be read, but has no execution. And
 * what is no fault, but seldom what its author means.
 */
final class LitmusFaults {
    private static final String[] CLASSES = {"sc0", "sc1", "sc2", "sc3"};

    private final List<String> faults = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    /** What makes the test ill-formed, in the order of the file. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    /** What is worth a look. */
    List<String> remarks() {
        return List.copyOf(remarks);
    }

    void fault(LitmusWord at, String problem) {
        faults.add(at.error(problem).getMessage());
    }

    void remark(LitmusWord at, String text) {
        remarks.add(at.error(text).getMessage());
    }

    /** Checks the words of an operation. */
    void check(LitmusOperation operation) {
        Modifiers modifiers = operation.modifiers();
        if (modifiers.scopes() > 1) {
            fault(modifiers.word(), "several scopes; an operation has one");
        }
        if (operation.isDomain()) {
            domain(modifiers);
        } else if (operation.operands().isEmpty()) {
            barrier(operation);
            semantics(operation);
        } else {
            access(operation);
            semantics(operation);
        }
    }

    private void domain(Modifiers modifiers) {
        List<LitmusWord> words = modifiers.all();
        long operations =
                words.stream().filter(w -> DomainWords.ALL.contains(w.text())).count();
        if (operations > 1) {
            fault(modifiers.word(), "several domain operations in one; write a line for each");
        }
        for (LitmusWord word : words) {
            if (!DomainWords.ALL.contains(word.text()) && !Modifiers.isScope(word.text())) {
                fault(word, "'" + word.text() + "' has no place in a domain operation");
            }
        }
    }

    private void barrier(LitmusOperation operation) {
        Modifiers modifiers = operation.modifiers();
        misplaced(modifiers, "has no place in a barrier", "atom", "av", "vis", "nonpriv");
        misplaced(modifiers, "has no place in a barrier", CLASSES);
        if (!operation.agent().host() && modifiers.scopes() == 0) {
            fault(modifiers.word(), "a barrier needs a scope: scopesg, scopewg, scopeqf or scopedev");
        }
        if (modifiers.has("membar") && !modifiers.has("acq") && !modifiers.has("rel")) {
            fault(modifiers.at("membar"), "a memory barrier needs acq, rel or both");
        }
    }

    private void access(LitmusOperation operation) {
        Modifiers modifiers = operation.modifiers();
        if (!operation.agent().host()) {
            if (modifiers.storageClass() < 0) {
                fault(modifiers.word(), "an access needs its storage class: sc0 or another sc");
            }
            if (modifiers.scopes() == 0 && operation.atomic()) {
                fault(modifiers.word(), "an atomic needs a scope: scopesg, scopewg, scopeqf or scopedev");
            } else if (modifiers.scopes() == 0 && (modifiers.has("av") || modifiers.has("vis"))) {
                remark(modifiers.word(), "av and vis without a scope reach the subgroup's domain only");
            }
        }
        if (modifiers.storageClasses() > 1) {
            fault(modifiers.word(), "several storage classes; an access has one");
        }
        if (operation.reads() && operation.writes() && !operation.atomic()) {
            fault(modifiers.word(), "an operation that reads and writes is atomic; write rmw");
        }
        if (!operation.writes()) {
            misplaced(modifiers, "needs a store", "av", "rel");
        }
        if (!operation.reads()) {
            misplaced(modifiers, "needs a load", "vis", "acq");
        }
        if (!operation.atomic()) {
            misplaced(modifiers, "needs atom or a barrier", "acq", "rel");
        }
    }

    private void semantics(LitmusOperation operation) {
        Modifiers modifiers = operation.modifiers();
        int classes = modifiers.semantics().storageClasses();
        boolean ordering = modifiers.has("acq") || modifiers.has("rel");
        if (!ordering && classes != 0) {
            fault(
                    modifiers.at("semsc" + Integer.numberOfTrailingZeros(classes)),
                    "storage class semantics without acq or rel; a relaxed operation orders no storage class");
        }
        if (ordering && classes == 0 && !operation.agent().host()) {
            fault(
                    modifiers.at(modifiers.has("acq") ? "acq" : "rel"),
                    "acq and rel need the storage classes that they order; add semsc0 or another semsc");
        }
        if (modifiers.has("semav") && !modifiers.has("rel")) {
            fault(modifiers.at("semav"), "semav (MakeAvailable) needs rel");
        }
        if (modifiers.has("semvis") && !modifiers.has("acq")) {
            fault(modifiers.at("semvis"), "semvis (MakeVisible) needs acq");
        }
    }

    private void misplaced(Modifiers modifiers, String why, String... names) {
        for (String name : names) {
            if (modifiers.has(name)) {
                fault(modifiers.at(name), "'" + name + "' " + why);
            }
        }
    }

    /** Checks that the parts of each control barrier are in different threads and written alike. */
    void checkInstances(List<LitmusOperation> operations) {
        for (int i = 0; i < operations.size(); i++) {
            LitmusOperation other = operations.get(i);
            for (LitmusOperation one : operations.subList(0, i)) {
                if (other.instance() != null && other.instance().equals(one.instance())) {
                    checkParts(one, other);
                }
            }
        }
    }

    private void checkParts(LitmusOperation one, LitmusOperation other) {
        LitmusWord at = other.modifiers().word();
        String what = "control barrier " + one.instance();
        int line = one.modifiers().word().at().line();
        if (one.agent().equals(other.agent())) {
            fault(at, what + " is in this thread already (line " + line + "); number them apart");
        } else if (one.modifiers().scope() != other.modifiers().scope()
                || !one.modifiers().semantics().ordersAs(other.modifiers().semantics())) {
            fault(
                    at,
                    what + " has another scope or semantics in line " + line
                            + "; all its threads execute one instruction");
        }
    }

    /** Says what values decide that their author may not expect. */
    void remarkValues(List<LitmusOperation> operations, Locations locations) {
        for (LitmusOperation load : operations) {
            if (load.reads()) {
                remarkValue(load, operations, locations);
            }
        }
    }

    private void remarkValue(LitmusOperation load, List<LitmusOperation> operations, Locations locations) {
        Operand operand = load.operands().get(0);
        Integer value = load.readValue();
        String named = value == null ? "no value" : "the value " + value;
        long found = 0;
        boolean any = false;
        for (LitmusOperation store : operations) {
            if (!store.suppliesTo(load)) {
                continue;
            }
            any = true;
            int line = store.modifiers().word().at().line();
            long bits = locations.bits(store.operands().get(0)) & locations.bits(operand);
            if (store.equals(load)) {
                remark(operand.word(), named + " is what it reads and what it writes itself: no execution does that");
            } else if (value == null) {
                remark(operand.word(), named + ", like the store in line " + line + ": the load finds that one");
            } else if (value == 0) {
                remark(
                        operand.word(),
                        "0 is the initial value, but line " + line + " stores it too: no execution does both");
            } else if ((bits & found) != 0) {
                remark(operand.word(), "several stores of " + value + ": the load would have to find all, and cannot");
            }
            found |= bits;
        }
        if (!any && value != null && value != 0) {
            remark(operand.word(), "no store of " + value + " to '" + operand.name() + "': the load may find anything");
        }
    }
}
