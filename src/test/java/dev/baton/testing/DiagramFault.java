package dev.baton.testing;

/**
 * A diagram with one mistake in it.
 *
 * @param element where a check has to find it
 * @param advice part of what it has to say
 */
public record DiagramFault(String name, Drawing drawing, String element, String advice) {

    @Override
    public String toString() {
        return name;
    }
}
