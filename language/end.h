PL_ASIDE_(PL_POP_)
#endif /* modes */
#endif /* PALLAS_H */
