#endif /* modes */

/* ==== Names of the program, once more: its macros are back =============================================== */
#ifdef PL_ASIDE_
PL_ASIDE_(PL_POP_)
#endif
#endif /* PALLAS_H */
