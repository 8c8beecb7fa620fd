// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** The values that the built-ins of a wave begin with. */
final class BuiltinValues {
    private BuiltinValues() {}

    /** Sets one built-in in every lane; {@code first} is the local index of lane 0. */
    static void fill(
            RegisterFile file,
            Builtin builtin,
            int slot,
            LocalSize size,
            long first,
            long x,
            long y,
            long z,
            long linear) {
        int sx = size.x();
        int sy = size.y();
        if (sx == size.count() || !builtin.dependsOnShape()) {
            switch (builtin) {
                case GID -> file.setAffine(slot, linear * size.count() + first, 1);
                case LID, LID_X -> file.setAffine(slot, first, 1);
                case GID_X -> file.setAffine(slot, x * sx + first, 1);
                case WG -> file.fill(slot, linear);
                case GID_Y, WG_Y -> file.fill(slot, y);
                case GID_Z, WG_Z -> file.fill(slot, z);
                case WG_X -> file.fill(slot, x);
                case LID_Y, LID_Z -> file.fill(slot, 0);
                default -> throw new IllegalStateException("built-in " + builtin);
            }
            return;
        }
        long last = Math.min(first + file.lanes(), size.count()) - 1;
        if (first / sx == last / sx) { // all invocations of the wave lie in one row
            long row = first / sx;
            switch (builtin) {
                case GID_X -> file.setAffine(slot, x * sx + first % sx, 1);
                case GID_Y -> file.fill(slot, y * sy + row % sy);
                case GID_Z -> file.fill(slot, z * size.z() + row / sy);
                case LID_X -> file.setAffine(slot, first % sx, 1);
                case LID_Y -> file.fill(slot, row % sy);
                default -> file.fill(slot, row / sy);
            }
            return;
        }
        for (int lane = 0; lane < file.lanes(); lane++) {
            long local = first + lane;
            long value = switch (builtin) {
                case GID_X -> x * sx + local % sx;
                case GID_Y -> y * sy + local / sx % sy;
                case GID_Z -> z * size.z() + local / ((long) sx * sy);
                case LID_X -> local % sx;
                case LID_Y -> local / sx % sy;
                default -> local / ((long) sx * sy);
            };
            file.setLane(slot, lane, value);
        }
    }
}
